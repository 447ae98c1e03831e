/*
 * Listens on the same ports, TCP and UDP, in many network namespaces, and logs everybody who comes.
 *
 *   listeners NAMESPACE,NAMESPACE:PORT,PORT ...
 *
 * One line of JSON on standard output for every connection and datagram. A connection that says something gets a small
 * HTTP answer; a datagram gets none. Every line on standard input is answered by {"mark":true} once all who came
 * before it are logged. Ends when its standard input does.
 */
#include "enter-namespace.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>

enum { MOST_DOORS = 1024, MOST_EVENTS = 64 };

enum door_kind { INPUT, TCP, UDP };

struct door {
	enum door_kind kind;
	int fd;
	char namespace[64];
};

static struct door doors[MOST_DOORS];
static size_t count;
static int epoll;

static void watch(int fd, uint64_t data)
{
	struct epoll_event event = { .events = EPOLLIN, .data.u64 = data };
	if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) < 0)
		fail("epoll_ctl");
}

static void open_door(enum door_kind kind, const char *namespace, int port)
{
	const int on = 1, off = 0;
	struct sockaddr_in6 address = { .sin6_family = AF_INET6, .sin6_addr = IN6ADDR_ANY_INIT, .sin6_port = htons(port) };
	int fd = socket(AF_INET6, (kind == TCP ? SOCK_STREAM : SOCK_DGRAM) | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd < 0 || count == MOST_DOORS)
		fail("socket");
	setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
	setsockopt(fd, IPPROTO_IPV6, IPV6_RECVPKTINFO, &on, sizeof on);
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0 || (kind == TCP && listen(fd, 512) < 0))
		fail("bind");
	doors[count] = (struct door){ .kind = kind, .fd = fd };
	snprintf(doors[count].namespace, sizeof doors[count].namespace, "%s", namespace);
	watch(fd, count);
	count++;
}

/* NAMESPACE,NAMESPACE:PORT,PORT */
static void open_doors(char *text)
{
	char *after_name, *after_port, *ports = strchr(text, ':');
	if (ports == NULL)
		return;
	*ports++ = '\0';
	for (char *name = strtok_r(text, ",", &after_name); name != NULL; name = strtok_r(NULL, ",", &after_name)) {
		char list[1024];
		snprintf(list, sizeof list, "%s", ports);
		enter_namespace(name);
		for (char *port = strtok_r(list, ",", &after_port); port != NULL; port = strtok_r(NULL, ",", &after_port)) {
			open_door(TCP, name, atoi(port));
			open_door(UDP, name, atoi(port));
		}
	}
}

/* The socket speaks IPv6 only; IPv4 addresses come mapped (RFC 4291 section 2.5.5.2). */
static const char *address_text(const struct in6_addr *address, char *text)
{
	if (IN6_IS_ADDR_V4MAPPED(address))
		return inet_ntop(AF_INET, &address->s6_addr[12], text, INET6_ADDRSTRLEN);
	return inet_ntop(AF_INET6, address, text, INET6_ADDRSTRLEN);
}

static void log_hit(const struct door *door, const char *protocol, const struct in6_addr *to, const struct in6_addr *from)
{
	char to_text[INET6_ADDRSTRLEN], from_text[INET6_ADDRSTRLEN];
	struct sockaddr_in6 bound;
	socklen_t length = sizeof bound;
	getsockname(door->fd, (struct sockaddr *)&bound, &length);
	printf("{\"host\":\"%s\",\"protocol\":\"%s\",\"address\":\"%s\",\"port\":%d,\"from\":\"%s\"}\n", door->namespace,
	       protocol, address_text(to, to_text), ntohs(bound.sin6_port), address_text(from, from_text));
}

static void welcome(const struct door *door)
{
	struct sockaddr_in6 from, to;
	socklen_t from_length = sizeof from;
	int fd;
	while ((fd = accept4(door->fd, (struct sockaddr *)&from, &from_length, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
		socklen_t to_length = sizeof to;
		getsockname(fd, (struct sockaddr *)&to, &to_length);
		log_hit(door, "tcp", &to.sin6_addr, &from.sin6_addr);
		watch(fd, MOST_DOORS + fd);
		from_length = sizeof from;
	}
}

static void hear(const struct door *door)
{
	char bytes[64], control[256];
	struct sockaddr_in6 from;
	struct iovec parts = { bytes, sizeof bytes };
	for (;;) {
		struct msghdr message = { &from, sizeof from, &parts, 1, control, sizeof control, 0 };
		if (recvmsg(door->fd, &message, 0) < 0)
			return;
		for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part != NULL; part = CMSG_NXTHDR(&message, part))
			if (part->cmsg_type == IPV6_PKTINFO) {
				struct in6_pktinfo info;
				memcpy(&info, CMSG_DATA(part), sizeof info);
				log_hit(door, "udp", &info.ipi6_addr, &from.sin6_addr);
			}
	}
}

static void answer(int fd)
{
	static const char text[] = "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nlab host\n";
	char ignored[4096];
	ssize_t length = read(fd, ignored, sizeof ignored);
	if (length > 0) {
		(void)!send(fd, text, sizeof text - 1, MSG_NOSIGNAL);
		/* What else the visitor says must not turn into a reset that eats the answer. */
		shutdown(fd, SHUT_WR);
	} else if (length == 0 || errno != EAGAIN) {
		close(fd);
	}
}

static void serve(const struct door *door)
{
	if (door->kind == TCP)
		welcome(door);
	else if (door->kind == UDP)
		hear(door);
}

static void mark(void)
{
	char text[256];
	ssize_t length = read(STDIN_FILENO, text, sizeof text);
	if (length <= 0)
		exit(0);
	for (size_t index = 0; index < count; index++)
		serve(&doors[index]);
	for (ssize_t index = 0; index < length; index++)
		if (text[index] == '\n')
			puts("{\"mark\":true}");
}

int main(int argc, char **argv)
{
	struct rlimit files;
	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	if ((epoll = epoll_create1(EPOLL_CLOEXEC)) < 0)
		fail("epoll_create1");
	doors[count++] = (struct door){ .kind = INPUT, .fd = STDIN_FILENO };
	watch(STDIN_FILENO, 0);
	for (int index = 1; index < argc; index++)
		open_doors(argv[index]);
	puts("{\"mark\":true}");
	for (;;) {
		struct epoll_event events[MOST_EVENTS];
		fflush(stdout);
		int happened = epoll_wait(epoll, events, MOST_EVENTS, -1);
		for (int index = 0; index < happened; index++) {
			uint64_t data = events[index].data.u64;
			if (data >= MOST_DOORS)
				answer((int)(data - MOST_DOORS));
			else if (doors[data].kind == INPUT)
				mark();
			else
				serve(&doors[data]);
		}
	}
}
