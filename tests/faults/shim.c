/* Fails one chosen call of the system, as a disk or a kernel would: loaded with LD_PRELOAD before libc.

   Calls that concern files under one folder are counted, if they are of a kind that was asked for; the n-th
   is answered with an error, cut short, or is the last that the process makes. Everything else goes through.
   injector.py arms it, and has the same numbers for the kinds. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum { OPEN = 1, READ = 2, WRITE = 4, SYNC = 8, NAME = 16, FOLDER = 32, LOOK = 64, LOCK = 128, SIZE = 256,
       MODE = 512, CLOSE = 1024, REMOVE = 2048,
       MAKE = 4096 };
enum { SHORT = -1, KILL = -2 };

static char folder[PATH_MAX];
static const char *struck = "";
static int fault, kinds, lasting;
static atomic_long counted, wanted;

void faults_arm(const char *under, long nth, int what, int of_kinds, int lasts) {
    snprintf(folder, sizeof folder, "%s", under);
    fault = what, kinds = of_kinds, lasting = lasts, struck = "";
    counted = 0;
    wanted = nth;
}

void faults_disarm(void) { wanted = 0; }

long faults_counted(void) { return counted; }

const char *faults_struck(void) { return struck; }

/* A relative path is one in the folder, which the scenarios work in. */
static int is_ours(const char *path) { return path && (*path != '/' || !strncmp(path, folder, strlen(folder))); }

static int is_ours_open(int handle) {
    char link[40], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    long length = syscall(SYS_readlink, link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    return *path == '/' && is_ours(path); /* a socket is no file */
}

/* Whether this call is the one to fail; errno is set then. */
static int strikes(const char *name, int kind, int ours) {
    if (!wanted || !(kinds & kind) || !ours)
        return 0;
    long number = ++counted;
    if (number < wanted || (number > wanted && !lasting))
        return 0;
    if (!*struck)
        struck = name;
    if (fault == KILL)
        syscall(SYS_exit_group, 9);
    errno = fault > 0 ? fault : 0;
    return 1;
}

#define REAL(name) ((typeof(&name))real(&real_##name, #name))

static void *real(void **known, const char *name) {
    if (!*known)
        *known = dlsym(RTLD_NEXT, name);
    return *known;
}

#define CALL(type, name, kind, ours, parameters, arguments) \
    static void *real_##name;                               \
    type name parameters {                                  \
        if (wanted && strikes(#name, kind, ours))           \
            return (type)-1;                                \
        return REAL(name) arguments;                        \
    }

/* A call that may be cut short: half is done, and that is said. */
#define PART(name, kind, parameters, arguments, halved)             \
    static void *real_##name;                                       \
    ssize_t name parameters {                                       \
        if (wanted && strikes(#name, kind, is_ours_open(handle))) { \
            if (fault != SHORT)                                     \
                return -1;                                          \
            return REAL(name) halved;                               \
        }                                                           \
        return REAL(name) arguments;                                \
    }

#define HALF (size > 1 ? size / 2 : size)

PART(read, READ, (int handle, void *data, size_t size), (handle, data, size), (handle, data, HALF))
PART(write, WRITE, (int handle, const void *data, size_t size), (handle, data, size), (handle, data, HALF))
PART(pread64, READ, (int handle, void *data, size_t size, off64_t at), (handle, data, size, at),
     (handle, data, HALF, at))
PART(pwrite64, WRITE, (int handle, const void *data, size_t size, off64_t at), (handle, data, size, at),
     (handle, data, HALF, at))

/* No power is cut here, so nothing waits for the disk. */
#define SYNCED(name) \
    int name(int handle) { return wanted && strikes(#name, SYNC, is_ours_open(handle)) ? -1 : 0; }

SYNCED(fsync)
SYNCED(fdatasync)
CALL(int, ftruncate64, SIZE, is_ours_open(handle), (int handle, off64_t size), (handle, size))
CALL(int, flock, LOCK, is_ours_open(handle), (int handle, int how), (handle, how))
CALL(int, fchmod, MODE, is_ours_open(handle), (int handle, mode_t mode), (handle, mode))
CALL(int, fchown, MODE, is_ours_open(handle), (int handle, uid_t user, gid_t group), (handle, user, group))
CALL(int, fstat64, LOOK, is_ours_open(handle), (int handle, struct stat64 *found), (handle, found))
CALL(int, fstat, LOOK, is_ours_open(handle), (int handle, struct stat *found), (handle, found))
CALL(int, stat64, LOOK, is_ours(path), (const char *path, struct stat64 *found), (path, found))
CALL(int, stat, LOOK, is_ours(path), (const char *path, struct stat *found), (path, found))
CALL(int, lstat64, LOOK, is_ours(path), (const char *path, struct stat64 *found), (path, found))
CALL(int, lstat, LOOK, is_ours(path), (const char *path, struct stat *found), (path, found))
CALL(int, access, LOOK, is_ours(path), (const char *path, int how), (path, how))
CALL(ssize_t, readlink, LOOK, is_ours(path), (const char *path, char *found, size_t size), (path, found, size))
CALL(int, chmod, MODE, is_ours(path), (const char *path, mode_t mode), (path, mode))
CALL(int, mkdir, FOLDER, is_ours(path), (const char *path, mode_t mode), (path, mode))
CALL(int, rmdir, REMOVE, is_ours(path), (const char *path), (path))
CALL(int, unlink, REMOVE, is_ours(path), (const char *path), (path))
CALL(int, link, NAME, is_ours(new), (const char *old, const char *new), (old, new))
CALL(int, symlink, NAME, is_ours(new), (const char *old, const char *new), (old, new))
CALL(int, rename, NAME, is_ours(new), (const char *old, const char *new), (old, new))

static void *real_opendir;

DIR *opendir(const char *path) {
    return wanted && strikes("opendir", FOLDER, is_ours(path)) ? NULL : REAL(opendir)(path);
}

static void *real_close;

int close(int handle) { /* a file is closed even if that fails */
    int fails = wanted && strikes("close", CLOSE, is_ours_open(handle)), why = errno;
    int answer = REAL(close)(handle);
    if (fails)
        errno = why;
    return fails ? -1 : answer;
}

#define OPENED(name)                                            \
    static void *real_##name;                                   \
    int name(const char *path, int flags, ...) {                \
        va_list more;                                           \
        va_start(more, flags);                                  \
        mode_t mode = va_arg(more, mode_t);                     \
        va_end(more);                                           \
        int kind = flags & O_CREAT ? MAKE : OPEN;               \
        if (wanted && strikes(#name, kind, is_ours(path)))      \
            return -1;                                          \
        return REAL(name)(path, flags, mode);                   \
    }

OPENED(open)
OPENED(open64)

#define LOCKED(name)                                                                          \
    static void *real_##name;                                                                 \
    int name(int handle, int command, ...) {                                                  \
        va_list more;                                                                         \
        va_start(more, command);                                                              \
        void *argument = va_arg(more, void *);                                                \
        va_end(more);                                                                         \
        int locks = command == F_SETLK || command == F_OFD_SETLK;                             \
        if (wanted && locks && strikes(#name, LOCK, is_ours_open(handle)))                    \
            return -1;                                                                        \
        return REAL(name)(handle, command, argument);                                         \
    }

LOCKED(fcntl)
LOCKED(fcntl64)
