import type { Explanation } from '../../../../finding/explanation.ts';
import { rfc } from './sources.ts';

/** HTTP/3, and what differs between QUIC and TCP. */
export const quicExplanations = {
  http3: {
    states: ['good'],
    title: 'HTTP/3',
    meaning: 'The server completes a handshake over QUIC, and selects HTTP/3.',
    importance:
      'A connection is ready after one round trip, and a lost packet delays only the stream that it belongs to.',
    effect: 'Browsers use HTTP/3 after they have seen Alt-Svc or an HTTPS record.',
    remedies: 'No action needed.',
    source: rfc(9114),
  },
  'http3-fails': {
    states: ['note'],
    title: 'QUIC without HTTP/3',
    meaning: 'Something answers over QUIC at this port, but no handshake for HTTP/3 is completed.',
    importance: 'If Alt-Svc or an HTTPS record promises HTTP/3, browsers try it in vain.',
    effect: 'Browsers use HTTP/2 or HTTP/1.1 instead.',
    remedies: {
      'Any server': 'Enable HTTP/3 for this name in the program at the UDP port, or stop that program.',
    },
    source: rfc(9114, '3.1'),
  },
  'http3-other-certificate': {
    states: ['note', 'warn'],
    title: 'Another certificate over QUIC',
    meaning: 'Over QUIC, the server presents a certificate that it does not present over TCP.',
    importance: 'Often another program, or one that was not reloaded after a renewal, answers over QUIC.',
    effect: 'If it is not trusted, browsers cannot use HTTP/3, and fall back to TCP with a delay.',
    remedies: {
      'Any server': 'Install the same certificate for QUIC and TCP, and reload both after each renewal.',
    },
    source: rfc(9001, '4.4'),
  },
  'http3-without-post-quantum': {
    states: ['note'],
    title: 'Post-quantum key exchange only over TCP',
    meaning: 'The server accepts X25519MLKEM768 over TCP, but selects a classical group over QUIC.',
    importance: 'Connections over QUIC that are recorded now could be decrypted later with a large quantum computer.',
    effect: 'Browsers that use HTTP/3 do not have the protection that TCP would give them.',
    remedies: {
      'Any server': 'Update the TLS library that the server uses for QUIC, or enable X25519MLKEM768 in it.',
    },
    source: rfc(10024),
  },
} as const satisfies Readonly<Record<string, Explanation>>;
