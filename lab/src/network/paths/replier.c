/*
 * Stands for a router and answers packets whose TTL has ended, as some routers do. The router's own answers have to be
 * dropped.
 *
 *   replier DEVICE
 *
 * The last number of the destination says how: 31 labels by RFC 4884 and RFC 4950, 32 labels in the layout before that,
 * 33 the least quote of RFC 792, 34 a wrong checksum, 35 an object that is longer than the message, 36 an object of an
 * unknown class, 37 forged answers. Prints "ready" when it listens, and ends when its standard input does.
 */
#include "../enter-namespace.h"
#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdint.h>
#include <sys/socket.h>

enum { QUOTED = 128, LARGEST = 2048, ICMP_HEADER = 8 };

struct question {
	int is6;
	const uint8_t *packet;
	size_t length, header;
	struct sockaddr_storage from;
	socklen_t from_length;
	int number;
};

static int senders[2];

static uint16_t checksum(const uint8_t *bytes, size_t length)
{
	uint32_t sum = 0;
	for (size_t at = 0; at < length; at += 2)
		sum += bytes[at] << 8 | (at + 1 < length ? bytes[at + 1] : 0);
	while (sum > 0xffff)
		sum = (sum & 0xffff) + (sum >> 16);
	return ~sum & 0xffff;
}

static void put16(uint8_t *at, uint16_t value)
{
	at[0] = value >> 8;
	at[1] = value & 0xff;
}

static void answer(const struct question *asked, uint8_t *message, size_t length)
{
	/* The checksum of ICMPv6 is filled in by the kernel. */
	put16(message + 2, 0);
	if (!asked->is6)
		put16(message + 2, checksum(message, length));
	sendto(senders[asked->is6], message, length, 0, (const struct sockaddr *)&asked->from, asked->from_length);
}

/* Two entries: labels 16004 and 24001, TTL 1. */
static size_t put_extension(uint8_t *at, int number)
{
	static const uint8_t structure[] = { 0x20, 0, 0, 0, 0, 12, 1, 1, 0x03, 0xe8, 0x40, 0x01, 0x05, 0xdc, 0x11, 0x01 };
	memcpy(at, structure, sizeof structure);
	if (number == 35)
		at[5] = 64;
	if (number == 36)
		at[6] = 200;
	put16(at + 2, checksum(at, sizeof structure));
	if (number == 34)
		at[2] ^= 0x55;
	return sizeof structure;
}

static size_t begin(const struct question *asked, uint8_t *message, size_t quoted)
{
	memset(message, 0, LARGEST);
	message[0] = asked->is6 ? 3 : 11;
	size_t most = asked->length < quoted ? asked->length : quoted;
	memcpy(message + ICMP_HEADER, asked->packet, most);
	return ICMP_HEADER + quoted;
}

static void tell(const struct question *asked)
{
	uint8_t message[LARGEST];
	if (asked->number == 33) {
		answer(asked, message, begin(asked, message, asked->header + 8));
		return;
	}
	size_t length = begin(asked, message, QUOTED);
	if (asked->number != 32)
		message[asked->is6 ? 4 : 5] = QUOTED / (asked->is6 ? 8 : 4);
	length += put_extension(message + length, asked->number);
	answer(asked, message, length);
}

static void forge(const struct question *asked)
{
	uint8_t message[LARGEST];
	size_t quoted = asked->length < QUOTED ? asked->length : QUOTED;
	/* For another destination. */
	size_t length = begin(asked, message, quoted);
	message[ICMP_HEADER + (asked->is6 ? 39 : 19)] = 10;
	if (!asked->is6) {
		put16(message + ICMP_HEADER + 10, 0);
		put16(message + ICMP_HEADER + 10, checksum(message + ICMP_HEADER, asked->header));
	}
	answer(asked, message, length);
	/* With another tag behind the header of the protocol. */
	length = begin(asked, message, quoted);
	for (size_t at = ICMP_HEADER + asked->header + 8; at < length; at++)
		message[at] ^= 0xff;
	answer(asked, message, length);
	/* An echo reply with another cookie. */
	const uint8_t *inner = asked->packet + asked->header;
	if (asked->packet[asked->is6 ? 6 : 9] != (asked->is6 ? 58 : 1) || asked->length < asked->header + 16)
		return;
	length = asked->length - asked->header;
	memcpy(message, inner, length);
	message[0] = asked->is6 ? 129 : 0;
	for (size_t at = 8; at < length; at++)
		message[at] ^= 0xff;
	answer(asked, message, length);
}

static void look(const uint8_t *packet, size_t length)
{
	struct question asked = { .packet = packet, .length = length };
	if (length < 20)
		return;
	asked.is6 = packet[0] >> 4 == 6;
	asked.header = asked.is6 ? 40 : (packet[0] & 15) * 4;
	if (length < asked.header || packet[asked.is6 ? 7 : 8] != 1)
		return;
	if (asked.is6) {
		struct sockaddr_in6 *from = (struct sockaddr_in6 *)&asked.from;
		from->sin6_family = AF_INET6;
		memcpy(&from->sin6_addr, packet + 8, 16);
		asked.from_length = sizeof *from;
		/* Written with decimal digits: ::31 */
		asked.number = (packet[39] >> 4) * 10 + (packet[39] & 15);
	} else {
		struct sockaddr_in *from = (struct sockaddr_in *)&asked.from;
		from->sin_family = AF_INET;
		memcpy(&from->sin_addr, packet + 12, 4);
		asked.from_length = sizeof *from;
		asked.number = packet[19];
	}
	if (asked.number == 37)
		forge(&asked);
	else if (asked.number > 30 && asked.number < 37)
		tell(&asked);
}

int main(int argc, char **argv)
{
	int listener = socket(AF_PACKET, SOCK_DGRAM | SOCK_CLOEXEC, htons(ETH_P_ALL));
	struct sockaddr_ll here = { .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL) };
	if (argc != 2 || (here.sll_ifindex = if_nametoindex(argv[1])) == 0)
		fail("device");
	senders[0] = socket(AF_INET, SOCK_RAW | SOCK_CLOEXEC, IPPROTO_ICMP);
	senders[1] = socket(AF_INET6, SOCK_RAW | SOCK_CLOEXEC, IPPROTO_ICMPV6);
	if (listener < 0 || senders[0] < 0 || senders[1] < 0 || bind(listener, (struct sockaddr *)&here, sizeof here) < 0)
		fail("socket");
	if (puts("ready") < 0 || fflush(stdout) != 0)
		fail("stdout");
	struct pollfd watched[] = { { listener, POLLIN, 0 }, { STDIN_FILENO, POLLIN, 0 } };
	for (;;) {
		uint8_t packet[LARGEST];
		char ignored[64];
		if (poll(watched, 2, -1) < 0 && errno != EINTR)
			fail("poll");
		if (watched[1].revents != 0 && read(STDIN_FILENO, ignored, sizeof ignored) == 0)
			return 0;
		struct sockaddr_ll from;
		socklen_t from_length = sizeof from;
		ssize_t length = watched[0].revents == 0 ? -1 : recvfrom(listener, packet, sizeof packet, MSG_DONTWAIT,
									 (struct sockaddr *)&from, &from_length);
		/* Packets on their way out are copied as well. */
		if (length > 0 && from.sll_pkttype != PACKET_OUTGOING)
			look(packet, length);
	}
}
