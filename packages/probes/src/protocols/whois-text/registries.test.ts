import { describe, expect, it } from 'vitest';
import { sampleFacts, sampleText } from '../../testing/whois-samples.ts';
import { readFacts } from './read-facts.ts';
import { classifyReply } from './reply-class.ts';

const holder = (name: string) => {
  const found = sampleFacts(name).contacts.find(({ role }) => role === 'registrant');
  return found?.organization ?? found?.name ?? null;
};
const states = (name: string) => sampleFacts(name).status.map(({ code }) => code);

describe('DNSSEC', () => {
  it('.kr is unsigned if the Korean part says 미서명 and the English part «unsigned»', () => {
    expect(sampleFacts('krnic').dnssec).toBe('unsigned');
    const [korean = ''] = sampleText('krnic').split('# ENGLISH');
    expect(readFacts(korean).dnssec).toBeNull();
  });

  it.each(['미서명', 'N/A', '-', 'unknown', 'pending', 'see registrar', 'sí'])(
    'the unknown word %j leaves the state unknown',
    (word) => {
      for (const key of [
        'DNSSEC',
        'Signed',
        'DNSSEC Signed',
        'dnssec enabled',
        'keyset',
        'Dnskey',
        'DS',
        'Signing Key',
      ]) {
        const { dnssec } = readFacts(`Domain: a.example\n${key}: ${word}\n`);
        expect([key, dnssec]).toEqual([key, null]);
      }
    },
  );

  it.each([
    ['signedDelegation', 'signed'],
    ['Signed delegation', 'signed'],
    ['yes', 'signed'],
    ['Y', 'signed'],
    ['Unsigned delegation', 'unsigned'],
    ['no', 'unsigned'],
    ['N', 'unsigned'],
    ['Inactive', 'unsigned'],
  ])('%s is %s', (word, state) => expect(readFacts(`DNSSEC: ${word}`).dnssec).toBe(state));

  it('two contradicting words leave the state unknown', () => {
    expect(readFacts('DNSSEC: signed\n\nDNSSEC: unsigned\n').dnssec).toBeNull();
  });

  it.each(['eurid', 'registro-br', 'dns-belgium', 'dns-pt', 'afnic', 'cznic', 'jprs', 'denic-connect', 'norid'])(
    '%s lists keys and is signed',
    (name) => expect(sampleFacts(name).dnssec).toBe('signed'),
  );

  it('.be with an empty list of keys is not signed', () => {
    expect(sampleFacts('dns-belgium-unsigned').dnssec).toBeNull();
  });

  it('.fr has digest type 2 for SHA256, not the «8» in the text', () => {
    expect(sampleFacts('afnic').ds).toEqual([expect.stringMatching(/^31114 8 2 209B7D94/)]);
  });

  it('.it is not signed just because its registrar supports DNSSEC', () => {
    expect(sampleFacts('registro-it').dnssec).toBe('unsigned');
  });
});

describe('holders', () => {
  it.each([
    ['afnic', 'nobody', 'Exemple Holdings'],
    ['cnnic', 'nobody', '示例有限公司'],
    ['hkirc', 'nobody', 'EXAMPLE LLC'],
    ['auda', '«Domain Administrator», the contact person', 'Example INC'],
    ['sk-nic', '«EXAMPLE», a key', 'Example Holdings Unlimited Company'],
    ['hostmaster-ua', '«Example Registrar Inc.», the registrar', 'Example LLC'],
    ['traficom', 'nobody', 'Esimerkki Oy'],
    ['eis-ee', 'nobody', 'Example LLC'],
    ['dns-pt', 'nobody', 'Associação Exemplo'],
  ])('of %s is not %s', (name, _, shown) => expect(holder(name)).toBe(shown));

  it.each([
    ['nic-at', 'Example Inc.'],
    ['kaznic', 'Example LLP'],
    ['irnic', 'Example Broadcasting'],
    ['cznic', 'Příklad s.r.o.'],
    ['ripe-network', 'Example Internet B.V.'],
  ])('of %s is %s, not a database key', (name, shown) => expect(holder(name)).toBe(shown));

  it('.se: «mmr8008-53808» is a database key, not the name of the holder', () => expect(holder('sunet-se')).toBeNull());

  it('.app: «Please query the WHOIS server …» is not an e-mail address', () => {
    expect(sampleFacts('google-registry').contacts.map(({ email }) => email)).toEqual([null]);
  });
});

describe('states', () => {
  it('.fr does not take «associated» and «active» from its contacts', () => {
    expect(states('afnic')).toEqual(['serverUpdateProhibited', 'serverTransferProhibited']);
  });

  it('.mx does not take «Idaho» from the address of a contact', () => expect(states('nic-mx')).toEqual([]));

  it('.sk has its EPP states', () => {
    expect(sampleFacts('sk-nic').status).toEqual([{ code: 'ok', meaning: expect.any(String) }]);
  });

  it('.kz has three codes, without the explanation «clientTransferProhibited - status prohibits …»', () => {
    expect(states('kaznic')).toEqual(['clientTransferProhibited', 'clientDeleteProhibited', 'clientRenewProhibited']);
  });

  it('.be has its flags, and nothing if there is only «Please visit www.dnsbelgium.be»', () => {
    expect(states('dns-belgium')).toEqual(['clientTransferProhibited']);
    expect(states('dns-belgium-unsigned')).toEqual(['NOT AVAILABLE']);
  });

  it('.ee has the code ok for «ok (paid and in zone)»', () => expect(states('eis-ee')).toEqual(['ok']));
});

describe('dates', () => {
  it('.co.jp expires on the date in «Connected (2027/09/30)», which is not part of the status', () => {
    expect(sampleFacts('jprs-co-jp').expires).toBe('2027-09-30');
    expect(states('jprs-co-jp')).toEqual(['Connected']);
  });

  it('.br: «before 19950101» is not replaced by 2006-04-06, the creation date of a contact', () => {
    expect(sampleFacts('registro-br').created).toBeNull();
  });

  it('.cz: a domain that was never updated does not take 2018-05-15 from its holder', () => {
    expect(sampleFacts('cznic').updated).toBeNull();
  });

  it('.pt: 03/10/1991 is the third of October, at this server only', () => {
    expect(sampleFacts('dns-pt')).toMatchObject({ created: '1991-10-03', expires: '2027-12-31' });
    expect(readFacts('Domain: a.example\nCreation Date: 03/10/1991').created).toBeNull();
  });

  it('.cl: a date with an unknown time zone is still a date', () => {
    expect(sampleFacts('nic-cl')).toMatchObject({ created: '2002-10-22', expires: '2027-11-20' });
  });
});

describe('registrars, name servers and abuse contacts', () => {
  it.each([
    ['kaznic', '«GLOBAL», who registered it first', 'HOSTER.KZ'],
    ['sk-nic', '«EXAM-0002», a key', 'EXAMPLE IP s. r. o.'],
    ['hostmaster-ua', '«ua.example», a key', 'Example Registrar Inc.'],
    ['eis-ee', 'nobody', 'Example Media OÜ'],
    ['pandi', 'nobody', 'Example Registra'],
    ['afnic', 'nobody', 'EXAMPLE REGISTRAR SAS'],
  ])('the registrar of %s is not %s', (name, _, shown) => expect(sampleFacts(name).registrar?.name).toBe(shown));

  it.each([
    ['hkirc', 3],
    ['kaznic', 2],
    ['krnic', 3],
  ])('%s has %i name servers', (name, count) => expect(sampleFacts(name).nameServers).toHaveLength(count));

  it('.kr and .kz have the addresses of name servers in separate fields', () => {
    expect(sampleFacts('krnic').nameServers[1]).toEqual({ name: 'ns2.example.kr', addresses: ['192.0.2.2'] });
    expect(sampleFacts('kaznic').nameServers[1]).toEqual({ name: 'ns2.example.kz', addresses: ['192.0.2.2'] });
  });

  it('.nl: «+31.0200000000» is the phone number of the abuse contact, not its e-mail address', () => {
    expect(sampleFacts('sidn').abuse).toEqual({ email: 'abuse@registrar.example', phone: '+31.0200000000' });
  });
});

describe('refusals', () => {
  const replyClass = (name: string) => classifyReply(sampleText(name), sampleFacts(name));

  it.each(['red-es-denied', 'nzrs-denied', 'nic-ch-banned', 'denic-limit', 'ripe-denied'])(
    '%s is a refusal, not «not registered» and not a record',
    (name) => expect(replyClass(name)).toBe('limited'),
  );

  it('wording of both kinds far down in a text does not mean «not registered»', () => {
    const terms = 'Terms of use, first line\nsecond line\nthird line\nfourth line\n';
    const text = `${terms}You have exceeded the limit of queries. The name you ask for was not found in the cache.\n`;
    expect(classifyReply(text, readFacts(text))).toBe('limited');
  });
});
