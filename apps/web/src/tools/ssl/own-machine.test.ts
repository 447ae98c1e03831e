import { expect, it } from 'vitest';
import { commandsOf } from './own-machine.tsx';

it.each([
  [
    { peerHost: 'example.com', peerPort: 443, startTls: null },
    'example.com',
    [
      'echo | openssl s_client -connect example.com:443 -servername example.com -verify_hostname example.com',
      'sonde ssl example.com',
    ],
  ],
  [
    { peerHost: '2001:db8::1', peerPort: 8443, startTls: null },
    '[2001:db8::1]:8443',
    [
      'echo | openssl s_client -connect [2001:db8::1]:8443 -noservername -verify_ip 2001:db8::1',
      'sonde ssl [2001:db8::1]:8443',
    ],
  ],
  [
    { peerHost: 'mx.example.com', peerPort: 25, startTls: 'smtp' },
    'mx.example.com:25',
    [
      'echo | openssl s_client -connect mx.example.com:25 -starttls smtp -servername mx.example.com -verify_hostname mx.example.com',
      'sonde ssl mx.example.com:25 --starttls smtp',
    ],
  ],
  [
    { peerHost: 'example.com', peerPort: 3389, startTls: 'rdp' },
    'example.com:3389',
    ['sonde ssl example.com:3389 --starttls rdp'],
  ],
  [{}, 'example.com', ['sonde ssl example.com']],
])('%j', (known, domain, commands) => {
  expect(commandsOf(known, domain)).toEqual(commands);
});
