import type { Explanation } from '../../../../finding/explanation.ts';

type Remedies = Exclude<Explanation['remedies'], string>;

/** Only TLS 1.2 and 1.3. */
export const currentVersions = {
  nginx: 'ssl_protocols TLSv1.2 TLSv1.3;',
  Apache: 'SSLProtocol -all +TLSv1.2 +TLSv1.3',
  Caddy: 'tls {\n  protocols tls1.2 tls1.3\n}',
  HAProxy: 'ssl-default-bind-options ssl-min-ver TLSv1.2',
  Postfix: 'smtpd_tls_protocols = >=TLSv1.2\nsmtpd_tls_mandatory_protocols = >=TLSv1.2',
  Dovecot: 'ssl_min_protocol = TLSv1.2',
} as const satisfies Remedies;

/** Only suites with forward secrecy and authenticated encryption, as all suites of TLS 1.3 are. */
export const currentSuites = {
  nginx: 'ssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;',
  Apache: 'SSLCipherSuite ECDHE+AESGCM:ECDHE+CHACHA20',
  Caddy: '# Remove the "ciphers" line from the "tls" block: the default of Caddy is right.',
  HAProxy: 'ssl-default-bind-ciphers ECDHE+AESGCM:ECDHE+CHACHA20',
  Postfix:
    'smtpd_tls_ciphers = high\nsmtpd_tls_mandatory_ciphers = high\ntls_high_cipherlist = ECDHE+AESGCM:ECDHE+CHACHA20',
  Dovecot: 'ssl_cipher_list = ECDHE+AESGCM:ECDHE+CHACHA20',
} as const satisfies Remedies;

/** The same, without parameters for finite fields: OpenSSL does not load short ones at its usual security level. */
export const suitesWithoutDh = {
  nginx: `# Remove the line ssl_dhparam as well: with a short key, nginx would not start.\n${currentSuites.nginx}`,
  Apache: `# Remove SSLOpenSSLConfCmd DHParameters, and DH parameters in the certificate file.\n${currentSuites.Apache}`,
  Caddy: currentSuites.Caddy,
  HAProxy: `# Remove ssl-dh-param-file and tune.ssl.default-dh-param.\n${currentSuites.HAProxy}`,
  Postfix: `# Remove smtpd_tls_dh1024_param_file.\n${currentSuites.Postfix}`,
  Dovecot: `# Remove ssl_dh (in Dovecot 2.4: ssl_server_dh_file).\n${currentSuites.Dovecot}`,
} as const satisfies Remedies;

/** Where the files of the certificate chain and the key are configured. */
export const certificateFiles = {
  nginx: 'ssl_certificate /etc/ssl/site/fullchain.pem;\nssl_certificate_key /etc/ssl/site/key.pem;',
  Apache: 'SSLCertificateFile /etc/ssl/site/fullchain.pem\nSSLCertificateKeyFile /etc/ssl/site/key.pem',
  Caddy: 'tls /etc/ssl/site/fullchain.pem /etc/ssl/site/key.pem',
  HAProxy: '# One file with the certificate, its chain and the key.\nbind :443 ssl crt /etc/ssl/site/all.pem',
  Postfix: 'smtpd_tls_chain_files = /etc/ssl/site/key.pem, /etc/ssl/site/fullchain.pem',
  Dovecot:
    '# Dovecot 2.4 calls them ssl_server_cert_file and ssl_server_key_file, without the sign <.\nssl_cert = </etc/ssl/site/fullchain.pem\nssl_key = </etc/ssl/site/key.pem',
} as const satisfies Remedies;

/** A group with ML-KEM first; older libraries reject the line. */
export const postQuantumGroups = {
  nginx: '# Needs OpenSSL 3.5 or newer.\nssl_ecdh_curve X25519MLKEM768:X25519:prime256v1;',
  Apache: '# Needs OpenSSL 3.5 or newer.\nSSLOpenSSLConfCmd Groups X25519MLKEM768:X25519:prime256v1',
  Caddy: '# Caddy 2.10 and newer offer it by default.',
  HAProxy: '# Needs OpenSSL 3.5 or newer.\nssl-default-bind-curves X25519MLKEM768:X25519:P-256',
  Postfix: '# Needs OpenSSL 3.5 or newer.\ntls_eecdh_auto_curves = X25519MLKEM768, X25519, prime256v1',
  Dovecot: '# Needs OpenSSL 3.5 or newer.\nssl_curve_list = X25519MLKEM768:X25519:prime256v1',
} as const satisfies Remedies;

/** Groups with at least 128 bits of security. */
export const currentGroups = {
  nginx: 'ssl_ecdh_curve X25519:prime256v1:secp384r1;',
  Apache: 'SSLOpenSSLConfCmd Groups X25519:prime256v1:secp384r1',
  Caddy: '# Remove the "curves" line from the "tls" block: the default of Caddy is right.',
  HAProxy: 'ssl-default-bind-curves X25519:P-256:P-384',
  Postfix: 'tls_eecdh_auto_curves = X25519, prime256v1, secp384r1',
  Dovecot: 'ssl_curve_list = X25519:prime256v1:secp384r1',
} as const satisfies Remedies;

/** For vulnerabilities of the library itself. */
export const updatedLibrary = {
  'Any server':
    'Install the current version of the TLS library and of the server program, restart every program that uses it, and check again.',
} as const satisfies Remedies;
