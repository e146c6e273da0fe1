/* Preloaded, it tells Python another time of day than the machine's: by so many seconds as
   stand in the file $FAKE_CLOCK, read anew each time. Whoever else asks gets the machine's:
   the sound libraries wait until a time of day, which the kernel knows better. Sleeping is
   left alone, too: libfaketime 0.9.10 makes Python 3.11's sleeps fail. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int is_python(void *caller) {
    Dl_info where;
    if (dladdr(caller, &where) == 0 || where.dli_fname == NULL) return 0;
    const char *slash = strrchr(where.dli_fname, '/');
    const char *name = slash == NULL ? where.dli_fname : slash + 1;
    return strncmp(name, "python", 6) == 0 || strncmp(name, "libpython", 9) == 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    const char *path = getenv("FAKE_CLOCK");
    if (result == 0 && clock == CLOCK_REALTIME && path != NULL
        && is_python(__builtin_return_address(0))) {
        FILE *file = fopen(path, "re");
        long long seconds = 0;
        if (file != NULL) {
            if (fscanf(file, "%lld", &seconds) == 1) now->tv_sec += (time_t)seconds;
            fclose(file);
        }
    }
    return result;
}
