import { describe, expect, it } from 'vitest';
import { remedyParts } from './remedy-parts.ts';

describe('a remedy with a command', () => {
  it('is taken apart, so that the command can be copied', () => {
    expect(remedyParts('Renew it. Verify with: openssl s_client -connect a.test:443 -servername a.test')).toEqual({
      text: 'Renew it.',
      proof: { lead: 'Verify with', command: 'openssl s_client -connect a.test:443 -servername a.test' },
    });
    expect(remedyParts('Turn it off. Verify that this fails: openssl s_client -connect a.test:443').proof?.lead).toBe(
      'Verify that this fails',
    );
  });

  it('may say what the command prints, with a colon of its own', () => {
    expect(
      remedyParts('Enable HTTP/2. Verify that this prints "ALPN protocol: h2": openssl s_client -alpn h2'),
    ).toEqual({
      text: 'Enable HTTP/2.',
      proof: { lead: 'Verify that this prints "ALPN protocol: h2"', command: 'openssl s_client -alpn h2' },
    });
  });

  it('may be nothing but the command', () => {
    expect(remedyParts('Verify with: sonde ssl a.test')).toEqual({
      text: '',
      proof: { lead: 'Verify with', command: 'sonde ssl a.test' },
    });
  });

  it('is left whole where it has none', () => {
    const fix = 'Publish this record: v=spf1 -all. Verify it: the mail must arrive.';
    expect(remedyParts(fix)).toEqual({ text: fix, proof: null });
  });
});
