# The smallest whole program: C99 on the C header.
EXAMPLES += hello
$(BUILD)/hello: hello/hello.c $(ARCHIVE) $(HEADERS)
	$(CC) -std=c99 $(INCLUDE) $(CFLAGS) $(LDFLAGS) $< $(ARCHIVE) -o $@
