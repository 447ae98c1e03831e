import type { Explanation } from '../../../../finding/explanation.ts';
import { currentVersions } from './remedies.ts';
import { rfc } from './sources.ts';

const CONSISTENT = {
  'Any server':
    'Install the same certificate and the same settings on every machine behind the name, and reload them all.',
} as const;

/** Differences between the addresses of a name, and between its clients. */
export const servedExplanations = {
  'certificates-by-address': {
    states: ['note'],
    title: 'Different certificates at different addresses',
    meaning: 'The addresses of this name do not all serve the same certificate and chain.',
    importance:
      'This is normal during a renewal or with several providers. Otherwise, one machine may have been missed.',
    effect: 'Which certificate a client gets depends on the address it connects to.',
    remedies: CONSISTENT,
    source: rfc(9846, '4.5.1'),
  },
  'certificates-by-key-type': {
    states: ['note'],
    title: 'Certificates for several key types',
    meaning: 'The server has a certificate for each of several key types, usually RSA and ECDSA.',
    importance:
      'Old clients support RSA only; current ones prefer the shorter ECDSA keys. Every certificate must be renewed.',
    effect: 'Each client gets the certificate that it can verify.',
    remedies: 'No action needed as long as each of them is trusted.',
    source: rfc(9846, '4.5.1.2'),
  },
  'certificates-vary': {
    states: ['note'],
    title: 'Certificates vary between handshakes',
    meaning: 'Several certificates with the same key type were served for one name and address.',
    importance: 'Several machines may share the address, and not all of them have the newest certificate.',
    effect: 'Which certificate a client gets depends on chance or on the TLS version.',
    remedies: CONSISTENT,
    source: rfc(9846, '4.5.1'),
  },
  'certificate-without-server-name': {
    states: ['note'],
    title: 'Different answer without a server name (SNI)',
    meaning: 'Clients that do not send a server name (SNI) get another certificate, or are refused.',
    importance: 'Some monitoring programs, old programs and mail servers send no server name.',
    effect: 'Browsers always send the name and are not affected.',
    remedies: {
      nginx: '# In the server block that should answer clients without a server name.\nlisten 443 ssl default_server;',
      Caddy: '# In the global options.\ndefault_sni example.com',
      Apache: '# The first virtual host of the port is the default: move the right one to the top.',
      HAProxy:
        '# The first certificate of the line is the default.\nbind :443 ssl crt /etc/ssl/site/all.pem crt /etc/ssl/sites/',
    },
    source: rfc(6066, '3'),
  },
  'versions-by-address': {
    states: ['note'],
    title: 'Different TLS versions at different addresses',
    meaning: 'The TLS version that a current client negotiates depends on the address it connects to.',
    importance: 'One of the machines is older or configured differently.',
    effect: 'Some visitors get an older TLS version.',
    remedies: { ...currentVersions },
    source: rfc(9846, '4.3.1'),
  },
  'address-without-tls': {
    states: ['warn', 'unknown'],
    title: 'Address without TLS',
    meaning: 'No certificate could be read at an address of this name.',
    importance: 'Some visitors are sent to this address.',
    effect: 'Browsers try the next address after a delay, so the site is slow. Many other programs fail.',
    remedies: {
      'Zone file': 'Start the service at that address. If nothing is meant to run there, remove its address record.',
      Firewall: 'Allow the port for this address, over both IPv4 and IPv6.',
    },
    source: rfc(8305),
  },
  'addresses-not-checked': {
    states: ['unknown'],
    title: 'Addresses not checked',
    meaning: 'The name has more addresses than one check contacts, or the check ended before it reached them.',
    importance: 'These addresses may serve another certificate.',
    effect: 'Not known.',
    remedies: 'Nothing to fix yet. Check each address on its own: `sonde ssl NAME --address ADDRESS`.',
    source: rfc(6066, '3'),
  },
} as const satisfies Readonly<Record<string, Explanation>>;
