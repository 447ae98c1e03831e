import { describe, expect, it } from 'vitest';
import { readRdapStatus, readStatus } from './epp-status.ts';
import { isRedactedValue, noFacts, shownValue } from './facts.ts';
import { mergeFacts } from './merge.ts';

describe('status codes', () => {
  it.each([
    ['clientTransferProhibited https://icann.org/epp#clientTransferProhibited', 'clientTransferProhibited'],
    ['clienttransferprohibited (https://www.icann.org/epp#x)', 'clientTransferProhibited'],
    ['client transfer prohibited', 'clientTransferProhibited'],
    ['redemption period', 'redemptionPeriod'],
    ['OK', 'ok'],
  ])('%s is EPP’s %s, and has a meaning', (text, code) => {
    expect(readStatus(text)).toEqual({ code, meaning: expect.stringMatching(/\.$/) });
  });

  it('RFC 8056: RDAP says active for ok, and associated for linked', () => {
    expect(readRdapStatus('active').code).toBe('ok');
    expect(readRdapStatus('associated').code).toBe('linked');
    expect(readStatus('active')).toEqual({ code: 'active', meaning: null });
  });

  it('keeps unknown words as they are, without a meaning', () => {
    expect(readStatus('REGISTERED, DELEGATED')).toEqual({ code: 'REGISTERED, DELEGATED', meaning: null });
    expect(readStatus('constructor')).toEqual({ code: 'constructor', meaning: null });
  });
});

describe('values', () => {
  it.each(['REDACTED FOR PRIVACY', 'Data Protected', 'Not Disclosed', 'Please query the RDDS service of …'])(
    '%s is not one',
    (text) => {
      expect(isRedactedValue(text)).toBe(true);
      expect(shownValue(text)).toBeNull();
    },
  );

  it('are one line of limited length', () => {
    expect(shownValue('  a\t b\n')).toBe('a b');
    expect(shownValue('x'.repeat(9999))).toHaveLength(500);
    expect(shownValue(' ')).toBeNull();
  });
});

describe('merged answers', () => {
  const registry = {
    server: 'registry',
    facts: { ...noFacts, created: '1995-08-14', expires: '2027-08-13T04:00:00Z' },
  };

  it('each field comes entirely from the first server that has it', () => {
    const registrar = {
      server: 'registrar',
      facts: { ...noFacts, created: '1996-01-01', status: [{ code: 'ok', meaning: null }] },
    };
    const merged = mergeFacts([registry, registrar]);
    expect(merged).toMatchObject({ created: '1995-08-14', status: [{ code: 'ok' }], handle: null, nameServers: [] });
    expect(merged.sources).toEqual({ created: 'registry', expires: 'registry', status: 'registrar' });
  });

  it('two different expiry dates are both kept', () => {
    const registrar = (expires: string) => ({ server: 'registrar', facts: { ...noFacts, expires } });
    expect(mergeFacts([registry, registrar('2028-08-13')])).toMatchObject({
      expires: '2027-08-13T04:00:00Z',
      registrarExpires: '2028-08-13',
      sources: { expires: 'registry', registrarExpires: 'registrar' },
    });
    expect(mergeFacts([registry, registrar('2027-08-13')]).registrarExpires).toBeNull();
  });
});
