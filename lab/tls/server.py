"""An HTTPS server with the defaults of Python's ssl module. Arguments: port, certificates, key."""

import http.server
import ssl
import sys

context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
context.load_cert_chain(sys.argv[2], sys.argv[3])


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    # The handshake belongs to the thread of the connection: here it would keep all others waiting.
    def finish_request(self, request, client_address):
        with context.wrap_socket(request, server_side=True) as session:
            super().finish_request(session, client_address)

    def handle_error(self, request, client_address):
        pass


print("ready", flush=True)
Server(("127.0.0.1", int(sys.argv[1])), http.server.SimpleHTTPRequestHandler).serve_forever()
