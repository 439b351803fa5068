/* Text out and files in by semihosting; to be included after the machine's semihosting.h. */

void board_print(const char *text) {
    semihosting(SYS_WRITE0, (uintptr_t)text);
}

size_t board_read(const char *name, size_t offset, void *out, size_t capacity) {
    size_t length = 0;
    while (name[length] != 0) {
        length++;
    }
    const uintptr_t open[3] = {(uintptr_t)name, 1, length};
    uintptr_t file = semihosting(SYS_OPEN, (uintptr_t)open);
    if (file == (uintptr_t)-1) {
        return 0;
    }
    const uintptr_t seek[2] = {file, offset};
    size_t left = capacity;
    if (semihosting(SYS_SEEK, (uintptr_t)seek) == 0) {
        const uintptr_t read[3] = {file, (uintptr_t)out, capacity};
        left = semihosting(SYS_READ, (uintptr_t)read);
    }
    const uintptr_t close[1] = {file};
    semihosting(SYS_CLOSE, (uintptr_t)close);
    return capacity - left;
}
