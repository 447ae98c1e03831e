/*
 * Links with delay, jitter and loss: carries packets between pairs of TUN devices.
 *
 *   links NAMESPACE:DEVICE:NAMESPACE:DEVICE:DELAY_US:JITTER_US:LOSS_PERMILLE ...
 *
 * Delay and jitter hold for each direction, loss from the first device to the second only, so that it is also the loss
 * of a round trip. Packets keep their order. The random numbers are the same in every run.
 * Prints "ready" once all devices are open, and ends when its standard input does.
 */
#include "enter-namespace.h"
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>

enum { LARGEST_PACKET = 2048, LONGEST_QUEUE = 10000, MOST_DIRECTIONS = 64 };

struct packet {
	struct packet *next;
	int64_t due;
	size_t length;
	char bytes[];
};

struct direction {
	int from, to;
	int64_t delay, jitter, last_due;
	unsigned loss_permille;
	uint64_t random;
	size_t queued;
	struct packet *first, **end;
};

static struct direction directions[MOST_DIRECTIONS];
static size_t count;

static int64_t now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* xorshift64* (Marsaglia 2003, Vigna 2016) */
static uint64_t draw(struct direction *way)
{
	way->random ^= way->random >> 12;
	way->random ^= way->random << 25;
	way->random ^= way->random >> 27;
	return (way->random * 0x2545f4914f6cdd1dULL) >> 33;
}

static int open_device(const char *namespace, const char *name)
{
	struct ifreq request = { .ifr_flags = IFF_TUN | IFF_NO_PI };
	snprintf(request.ifr_name, sizeof request.ifr_name, "%s", name);
	enter_namespace(namespace);
	int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0 || ioctl(fd, TUNSETIFF, &request) < 0)
		fail("/dev/net/tun");
	return fd;
}

static void add_direction(int from, int to, int64_t delay, int64_t jitter, unsigned loss_permille)
{
	struct direction *way = &directions[count];
	*way = (struct direction){ from, to, delay, jitter, 0, loss_permille, 0x9e3779b97f4a7c15ULL + count, 0, NULL, NULL };
	way->end = &way->first;
	count++;
}

static void add_link(const char *text)
{
	char near_namespace[64], near_device[16], far_namespace[64], far_device[16];
	long delay_us, jitter_us;
	unsigned loss_permille;
	int read = sscanf(text, "%63[^:]:%15[^:]:%63[^:]:%15[^:]:%ld:%ld:%u", near_namespace, near_device, far_namespace,
			  far_device, &delay_us, &jitter_us, &loss_permille);
	if (read != 7 || count + 2 > MOST_DIRECTIONS) {
		errno = EINVAL;
		fail(text);
	}
	int near = open_device(near_namespace, near_device);
	int far = open_device(far_namespace, far_device);
	add_direction(near, far, delay_us * 1000, jitter_us * 1000, loss_permille);
	add_direction(far, near, delay_us * 1000, jitter_us * 1000, 0);
}

static void take_in(struct direction *way)
{
	char bytes[LARGEST_PACKET];
	ssize_t length;
	while ((length = read(way->from, bytes, sizeof bytes)) > 0) {
		if (way->loss_permille > 0 && draw(way) % 1000 < way->loss_permille)
			continue;
		if (way->queued == LONGEST_QUEUE)
			continue;
		int64_t deviation = way->jitter > 0 ? (int64_t)(draw(way) % (2 * way->jitter + 1)) - way->jitter : 0;
		struct packet *packet = malloc(sizeof *packet + length);
		if (packet == NULL)
			fail("memory");
		packet->next = NULL;
		packet->due = now() + way->delay + deviation;
		if (packet->due < way->last_due)
			packet->due = way->last_due;
		packet->length = length;
		memcpy(packet->bytes, bytes, length);
		way->last_due = packet->due;
		way->queued++;
		*way->end = packet;
		way->end = &packet->next;
	}
}

/* Gives the time at which the next packet is due, or 0. */
static int64_t hand_out(struct direction *way)
{
	while (way->first != NULL && way->first->due <= now()) {
		struct packet *packet = way->first;
		/* A device that is down takes nothing: the packet is lost, as on a real link. */
		(void)!write(way->to, packet->bytes, packet->length);
		way->first = packet->next;
		if (way->first == NULL)
			way->end = &way->first;
		way->queued--;
		free(packet);
	}
	return way->first == NULL ? 0 : way->first->due;
}

static void wait_until(struct pollfd *watched, int64_t due)
{
	int64_t left = due == 0 ? 0 : due - now();
	if (left < 0)
		left = 0;
	struct timespec time = { left / 1000000000, left % 1000000000 };
	if (ppoll(watched, count + 1, due == 0 ? NULL : &time, NULL) < 0 && errno != EINTR)
		fail("ppoll");
}

int main(int argc, char **argv)
{
	struct pollfd watched[MOST_DIRECTIONS + 1];
	/* The kernel may otherwise be 50 us late, and later on a busy machine; only real root may ask for the second. */
	prctl(PR_SET_TIMERSLACK, 1);
	sched_setscheduler(0, SCHED_RR, &(struct sched_param){ .sched_priority = 1 });
	for (int index = 1; index < argc; index++)
		add_link(argv[index]);
	for (size_t index = 0; index < count; index++)
		watched[index] = (struct pollfd){ directions[index].from, POLLIN, 0 };
	watched[count] = (struct pollfd){ STDIN_FILENO, POLLIN, 0 };
	if (puts("ready") < 0 || fflush(stdout) != 0)
		fail("stdout");
	for (;;) {
		int64_t soonest = 0;
		for (size_t index = 0; index < count; index++) {
			take_in(&directions[index]);
			int64_t due = hand_out(&directions[index]);
			if (due != 0 && (soonest == 0 || due < soonest))
				soonest = due;
		}
		wait_until(watched, soonest);
		char ignored[64];
		if (watched[count].revents != 0 && read(STDIN_FILENO, ignored, sizeof ignored) == 0)
			return 0;
	}
}
