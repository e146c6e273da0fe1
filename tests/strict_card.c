/* Preloaded, it makes every sound device a card that takes one rate and one number of channels
   only: $STRICT_RATE and $STRICT_CHANNELS, and $OPEN_SECONDS to open, once $SLOW_FROM is there. PortAudio asks ALSA first what a device can do at
   all; from then on nothing else is possible, as with a card that can do no more. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

typedef int open_t(void **pcm, const char *name, int stream, int mode);
typedef int any_t(void *pcm, void *params);
typedef int rate_t(void *pcm, void *params, unsigned int value, int direction);
typedef int channels_t(void *pcm, void *params, unsigned int value);

static void *alsa(const char *name) {
    /* PortAudio has loaded it, where nobody else sees it. */
    return dlsym(dlopen("libasound.so.2", RTLD_LAZY | RTLD_NOLOAD), name);
}

int snd_pcm_open(void **pcm, const char *name, int stream, int mode) {
    const char *seconds = getenv("OPEN_SECONDS"), *from = getenv("SLOW_FROM");
    if (seconds != NULL && from != NULL && access(from, F_OK) == 0)
        usleep((useconds_t)(1e6 * atof(seconds)));
    return ((open_t *)alsa("snd_pcm_open"))(pcm, name, stream, mode);
}

int snd_pcm_hw_params_any(void *pcm, void *params) {
    const char *rate = getenv("STRICT_RATE"), *channels = getenv("STRICT_CHANNELS");
    int result = ((any_t *)alsa("snd_pcm_hw_params_any"))(pcm, params);
    if (result >= 0 && rate != NULL)
        result = ((rate_t *)alsa("snd_pcm_hw_params_set_rate"))(
            pcm, params, (unsigned int)atoi(rate), 0);
    if (result >= 0 && channels != NULL)
        result = ((channels_t *)alsa("snd_pcm_hw_params_set_channels"))(
            pcm, params, (unsigned int)atoi(channels));
    return result;
}
