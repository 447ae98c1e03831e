import type { Explanation } from '../../../../finding/explanation.ts';
import { currentVersions, updatedLibrary } from './remedies.ts';
import { mozilla, rfc } from './sources.ts';

/** How the server behaves, which clients can connect, and what the check could not complete. */
export const behaviourExplanations = {
  'browsers-connect': {
    states: ['good'],
    title: 'Current browsers connect',
    meaning: 'Chrome, Edge, Firefox and Safari agree with the server on a version, a suite and a group.',
    importance: 'Nearly all visitors use one of them.',
    effect: 'They can complete the handshake. The site opens if they also trust the certificate.',
    remedies: 'No action needed.',
    source: mozilla,
  },
  'browsers-cannot-connect': {
    states: ['bad'],
    title: 'Current browsers cannot connect',
    meaning:
      'A current browser and the server do not agree on a version, a suite or a group, or the browser does not accept the key of the certificate.',
    importance: 'Visitors with this browser cannot open the site at all.',
    effect: 'The browser shows an error (in Chrome: ERR_SSL_VERSION_OR_CIPHER_MISMATCH).',
    remedies: {
      ...currentVersions,
      'Any server': 'Accept TLS 1.2 and 1.3 with ECDHE and AES-GCM, and the group x25519 or P-256.',
      'Certificate authority': 'If browsers do not support the key, request a certificate for EC P-256 or RSA.',
    },
    source: mozilla,
  },
  'browsers-not-determined': {
    states: ['unknown'],
    title: 'Not known whether current browsers can connect',
    meaning: 'The measurements do not show whether a current browser can connect.',
    importance: 'Nearly all visitors use one of them.',
    effect: 'Not known. Open the site in the browser to see.',
    remedies: 'Nothing to fix until this is known.',
    source: mozilla,
  },
  'old-clients-cannot-connect': {
    states: ['note'],
    title: 'Some clients cannot connect',
    meaning: 'Clients other than current browsers do not agree with the server on a version, a suite or a group.',
    importance: 'This is the price of safe settings. It matters only if you need these clients.',
    effect: 'They report a handshake failure.',
    remedies:
      'No action needed unless you need these clients. Old versions and suites make the server less safe for everyone.',
    source: mozilla,
  },
  'client-certificate-wanted': {
    states: ['note', 'warn'],
    title: 'Client certificate requested',
    meaning: 'The server asks clients for a certificate of their own, or requires one.',
    importance: 'This is right for private services, and a mistake on public sites.',
    effect:
      'Browsers ask visitors to choose a certificate. If one is required, visitors without one see an error (in Chrome: ERR_BAD_SSL_CLIENT_AUTH_CERT).',
    remedies: {
      nginx: 'ssl_verify_client off;',
      Apache: 'SSLVerifyClient none',
      HAProxy: '# Remove "verify" and "ca-file" from the "bind" line.',
      Caddy: '# Remove "client_auth" from the "tls" block.',
      Postfix: 'smtpd_tls_ask_ccert = no\nsmtpd_tls_req_ccert = no',
      Dovecot: '# Dovecot 2.4: ssl_server_request_client_cert = no\nssl_verify_client_cert = no',
    },
    source: rfc(9846, '4.4.2'),
  },
  'extension-intolerance': {
    states: ['warn'],
    title: 'Connection fails on unknown extensions',
    meaning:
      'The server ends the connection when a ClientHello has an extension that it does not know. It must ignore it instead.',
    importance: 'Clients that send the extension cannot connect, and new clients may start to send it at any time.',
    effect: 'The connection fails for every client that sends it.',
    remedies: { 'Any server': 'Update the server, or the load balancer or firewall in front of it.' },
    source: rfc(9846, '4.2.2'),
  },
  'long-hello-unanswered': {
    states: ['warn', 'bad'],
    title: 'Long ClientHellos get no answer',
    meaning:
      'The server answers a short ClientHello, and is silent at a long one. Usually a firewall or load balancer on the way drops or does not reassemble a ClientHello that fills more than one packet or buffer.',
    importance:
      'The hellos of current browsers and TLS libraries have a post-quantum key share of more than 1,200 octets, and so fill two packets.',
    effect: 'The connection of such a client hangs until it times out, and no error says why.',
    remedies: {
      'Any server':
        'Update the firewall, the load balancer or the server, or turn off inspection of TLS for this service. Connect to the server without the device to see which of them is silent.',
    },
    source: { name: 'D. Adrian, The TLS Post-Quantum Failure', url: 'https://tldr.fail/' },
  },
  'no-fallback-protection': {
    states: ['warn'],
    title: 'No protection against downgrade',
    meaning:
      'The server accepts versions before TLS 1.2, and a client that signals a fallback from a newer version (TLS_FALLBACK_SCSV).',
    importance: 'If a client retries with older versions, an attacker on the network path can make it use one.',
    effect: 'Current browsers do not fall back.',
    remedies: { ...currentVersions, ...updatedLibrary },
    source: rfc(7507),
  },
  'client-renegotiation': {
    states: ['warn'],
    title: 'Client-initiated renegotiation',
    meaning: 'The server starts a new handshake within a connection whenever a client asks for one.',
    importance: 'It costs the server far more work than the client, which helps denial-of-service attacks.',
    effect: 'Browsers never ask for it.',
    remedies: {
      Postfix: 'tls_ssl_options = NO_RENEGOTIATION',
      'Any server':
        'Install a current version (nginx, Apache and HAProxy refuse it), or accept only TLS 1.3, which has no renegotiation.',
    },
    source: rfc(9325, '3.5'),
  },
  'long-ticket-lifetime': {
    states: ['note'],
    title: 'Long session ticket lifetime',
    meaning: 'A session ticket can be used for more than a day.',
    importance:
      'With TLS 1.2 and earlier, anyone who obtains the ticket key can decrypt every session that it protects.',
    effect: 'Browsers keep tickets for a few hours to a week.',
    remedies: {
      nginx: 'ssl_session_timeout 1h;',
      Apache: 'SSLSessionCacheTimeout 3600',
      HAProxy: 'tune.ssl.lifetime 3600',
      Postfix: 'smtpd_tls_session_cache_timeout = 3600s',
      Caddy:
        '# Nothing to do: programs in Go always announce seven days, and Caddy changes its ticket key every twelve hours.',
    },
    source: rfc(9325, '3.4'),
  },
  'early-data': {
    states: ['note'],
    title: 'Early data (0-RTT) accepted',
    meaning: 'The server accepts requests in the first packet of a resumed session (0-RTT).',
    importance: 'An attacker can replay such requests, so they must not change anything.',
    effect: 'Browsers send simple requests this way, and do not mark them as early data.',
    remedies: {
      nginx: 'ssl_early_data off;',
      HAProxy: '# Remove "allow-0rtt" from the "bind" line.',
      'Any server': 'Or answer requests that change something with status 425, Too Early (RFC 8470).',
    },
    source: rfc(9846, '8'),
  },
  'no-resumption': {
    states: ['note'],
    title: 'Sessions are not resumed',
    meaning: 'A returning client needs a full handshake.',
    importance: 'It costs the server and the visitor some time, and nothing else.',
    effect: 'Repeated visits start a little slower.',
    remedies: {
      nginx: 'ssl_session_cache shared:TLS:10m;',
      Apache: '# Needs mod_socache_shmcb.\nSSLSessionCache shmcb:/run/apache2/tls-sessions(512000)',
      HAProxy: 'tune.ssl.cachesize 20000',
      Postfix: 'smtpd_tls_session_cache_database = btree:/var/lib/postfix/smtpd_scache',
      Dovecot:
        '# Each login process has its own ticket key. Let one process serve many logins, in the block "service imap-login".\n# Dovecot 2.4: restart_request_count = unlimited, instead of service_count.\nservice_count = 0\nprocess_limit = 1',
    },
    source: rfc(9846, '2.2'),
  },
  'no-http2': {
    states: ['note'],
    title: 'No HTTP/2',
    meaning: 'The server does not select HTTP/2 by ALPN.',
    importance: 'Pages with many files load faster over HTTP/2.',
    effect: 'Browsers use HTTP/1.1 with up to six connections.',
    remedies: {
      nginx: '# From nginx 1.25.1 on, use a line of its own: http2 on;\nlisten 443 ssl http2;',
      Apache: '# Needs mod_http2.\nProtocols h2 http/1.1',
      HAProxy: 'bind :443 ssl crt /etc/ssl/site/all.pem alpn h2,http/1.1',
      Caddy: '# Caddy offers it by default: remove "protocols" from the global options.',
    },
    source: rfc(9113, '3.2'),
  },
  'check-incomplete': {
    states: ['unknown'],
    title: 'Check incomplete',
    meaning: 'Some parts could not be measured, so problems there would not be shown.',
    importance: 'Sonde never reports a part as good that it did not measure.',
    effect: 'None for visitors.',
    remedies: 'Nothing to fix on the server. Check again, or allow more connections from the checking address.',
    source: rfc(9846),
  },
} as const satisfies Readonly<Record<string, Explanation>>;
