import type { Explanation } from '../../explanation.ts';
import { currentVersions } from './remedies.ts';
import { rfc } from './sources.ts';

const CONSISTENT = {
  'Any server':
    'Roll out the same certificate and the same settings to every machine behind the name, and reload them all.',
} as const;

/** Differences between the addresses of a name, and between its clients. */
export const servedExplanations = {
  'certificates-by-address': {
    states: ['note'],
    title: 'Other certificates at other addresses',
    meaning: 'The addresses of the name do not all serve the same certificate and chain.',
    importance:
      'It is usual during a renewal and with several providers. Otherwise one machine may have been forgotten.',
    effect: 'Which certificate a visitor gets depends on the address that is taken.',
    remedies: CONSISTENT,
    source: rfc(9846, '4.5.1'),
  },
  'certificates-by-key-type': {
    states: ['note'],
    title: 'Certificates for two types of keys',
    meaning: 'The server has a certificate for each of several types of keys, mostly RSA and elliptic curves.',
    importance:
      'Old clients know RSA only, current ones prefer the shorter keys. Both certificates have to be renewed.',
    effect: 'Each client gets the certificate that it can verify.',
    remedies: 'Nothing is to be mended, as long as each of them is trusted.',
    source: rfc(9846, '4.5.1.2'),
  },
  'certificates-vary': {
    states: ['note'],
    title: 'Certificates vary between handshakes',
    meaning: 'Several certificates with the same type of key were met under one name and address.',
    importance: 'Several machines may share the address, and not all of them have the newest certificate.',
    effect: 'Which certificate a visitor gets depends on chance or on the protocol version.',
    remedies: CONSISTENT,
    source: rfc(9846, '4.5.1'),
  },
  'certificate-without-server-name': {
    states: ['note'],
    title: 'Clients that send no server name',
    meaning: 'Clients that do not say which name they want get another certificate, or are refused.',
    importance: 'Some monitoring programs, old programs and mail servers send no name.',
    effect: 'Browsers always send the name and are not affected.',
    remedies: {
      nginx:
        '# In the server block of the name that clients without a name should get.\nlisten 443 ssl default_server;',
      Caddy: '# In the global options.\ndefault_sni example.com',
      Apache: '# The first virtual host of the port is the default: put it in front.',
      HAProxy:
        '# The first certificate of the line is the default.\nbind :443 ssl crt /etc/ssl/site/all.pem crt /etc/ssl/sites/',
    },
    source: rfc(6066, '3'),
  },
  'versions-by-address': {
    states: ['note'],
    title: 'Other TLS versions at other addresses',
    meaning: 'What a current client negotiates depends on the address that it takes.',
    importance: 'One of the machines is configured differently or is older.',
    effect: 'Some visitors get the older version.',
    remedies: { ...currentVersions },
    source: rfc(9846, '4.3.1'),
  },
  'address-without-tls': {
    states: ['warn', 'unknown'],
    title: 'Address without an answer in TLS',
    meaning: 'The name has an address at which no certificate could be read.',
    importance: 'Part of the visitors are sent to this address.',
    effect: 'Browsers try the next address after a while, so the site is slow for them; many programs fail.',
    remedies: {
      'Zone file': 'Remove the address record, or start the service at that address.',
      Firewall: 'Allow the port for this address, for IPv4 and IPv6 alike.',
    },
    source: rfc(8305),
  },
  'addresses-not-checked': {
    states: ['unknown'],
    title: 'Addresses that were not checked',
    meaning: 'The name has more addresses than one check contacts, or the check ended before it came to them.',
    importance: 'Another certificate may be served there.',
    effect: 'Not known.',
    remedies: 'Nothing is to be mended. Check such an address by itself: `sonde ssl NAME --address ADDRESS`.',
    source: rfc(6066, '3'),
  },
} as const satisfies Readonly<Record<string, Explanation>>;
