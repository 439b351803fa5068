# Solves Connect Four through a table of callbacks: C99 on yomikiri.h.
EXAMPLES += connect-four
$(BUILD)/connect-four: connect-four/connect-four.c $(ARCHIVE) $(HEADERS)
	$(CC) -std=c99 $(INCLUDE) $(CFLAGS) $(LDFLAGS) $< $(ARCHIVE) -o $@
