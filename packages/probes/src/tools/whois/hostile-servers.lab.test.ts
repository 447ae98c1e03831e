import { reply, type WhoisBehaviour, type WhoisServer, whoisBehaviours, whoisRecords } from '@sonde/lab';
import { afterEach, describe, expect, it } from 'vitest';
import { firstOf } from '../../../../../scripts/test/vitest-settings.ts';
import { sampleText } from '../../testing/whois-samples.ts';
import { failure, here, lookUp, serve, serveWeb, stopServers } from '../../testing/whois-world.ts';

const { answer } = whoisBehaviours;
const { denicRecord, markupRecord, noMatch, rateLimit, rdapDomain, referral, registrarRecord, thinRecord } =
  whoisRecords;

afterEach(stopServers);

const refuse = () => serve(whoisBehaviours.hangUp());

describe('a WHOIS server that', () => {
  it('never ends is read up to the size limit, however fast it is', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const root = await serve(whoisBehaviours.endless(denicRecord('example.test'), 'remarks: more and more\n'));
    const { data } = await lookUp({ root });
    expect(data.registration.nameServers).toHaveLength(2);
    expect(data.registration.notes).toContain('An answer was cut, because it did not end.');
    expect(data.whoIsInfo).toMatch(/% \[output truncated\]$/);
    expect(data.whoIsInfo.length).toBeLessThan(300_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64_000_000);
  });

  it('sends five megabytes in one line is cut off the same way', async () => {
    const root = await serve(answer(`${denicRecord('example.test')}remarks: ${'x'.repeat(5_000_000)}`));
    expect((await lookUp({ root })).data.whoIsInfo.length).toBeLessThan(300_000);
  });

  it('sends very slowly is given up in time', async () => {
    const started = performance.now();
    const found = await failure({ root: await serve(whoisBehaviours.drip()) });
    expect(found).toMatchObject({ code: 'timeout', reason: 'timeout' });
    expect(performance.now() - started).toBeLessThan(8000);
  });

  it.each(
    firstOf(1, [
      ['resets', whoisBehaviours.reset()],
      ['hangs up', whoisBehaviours.hangUp()],
    ]),
  )('%s is a source that failed', async (_, behaviour) => {
    expect(await failure({ root: await serve(behaviour) })).toMatchObject({ code: 'source-failed' });
  });

  it('refuses the connection is a failed source', async () => {
    const root = await serve(answer(''));
    await stopServers();
    expect(await failure({ root })).toMatchObject({
      code: 'source-failed',
      message: `The registry could not be queried. ${here(root)}: The port is closed.`,
    });
  });

  it('resets the connection after its whole reply has answered', async () => {
    const root = await serve(whoisBehaviours.answerThenReset(denicRecord('example.test')));
    expect((await lookUp({ root })).data.registration.nameServers).toHaveLength(2);
  });

  it.each(
    firstOf(1, [
      [
        'UTF-8, byte by byte',
        whoisBehaviours.byteByByte('Domain: a.test\nRegistrar: Müller 株式会社 €\n'),
        'Müller 株式会社 €',
      ],
      ['Latin-1', answer(Buffer.from('Domain: a.test\r\nRegistrar: M\xfcller\r\n', 'latin1')), 'Müller'],
      [
        'Shift-JIS',
        answer(Buffer.concat([Buffer.from('Registrar: '), Buffer.from('8a948eae89ef8ed0836583588367', 'hex')])),
        '株式会社テスト',
      ],
      ['ISO-2022-JP', answer(Buffer.from('Registrar: \x1b$B3t<02q<R\x1b(B\r\n', 'latin1')), '株式会社'],
    ]),
  )('writes %s is read', async (_, behaviour, name) => {
    expect((await lookUp({ root: await serve(behaviour) })).data.registration.registrar?.name).toBe(name);
  });

  it('sends markup and terminal codes is shown as text', async () => {
    const { whoIsInfo } = (await lookUp({ root: await serve(answer(markupRecord('example.test'))) })).data;
    expect(whoIsInfo).toContain('<script>');
    expect(whoIsInfo).not.toMatch(/[\u001b\u202e]/);
  });

  it('limits us is never "not found", nor does its legal text count as a limit', async () => {
    const registry = async (said: string) => serve(answer(referral('test', here(await serve(answer(said))))));
    expect(await failure({ root: await registry(rateLimit) })).toMatchObject({ reason: 'source-limited' });
    expect(await failure({ root: await registry(noMatch('example.test')) })).toMatchObject({ code: 'not-found' });
  });

  it.each(
    firstOf(1, [
      ['This query returned 0 objects', '% IANA WHOIS server\n% This query returned 0 objects.\n'],
      ['No match', noMatch('example.test')],
    ]),
  )('is asked first and says «%s» does not make it «is not registered»', async (_, said) => {
    const root = await serve(answer(said));
    expect(await failure({ root })).toMatchObject({
      code: 'source-failed',
      reason: 'no-service',
      message: `${here(root)}, which is asked first, knows no registry of example.test.`,
    });
    const rdap = await serveWeb((socket) => reply(socket, { body: JSON.stringify(rdapDomain('example.test')) }));
    const { data, gaps } = await lookUp({ root, rdap: `http://127.0.0.1:${rdap.port}/` });
    expect(data.registration.created).toBe('1999-03-04T05:06:07Z');
    expect(gaps).toEqual([{ part: `WHOIS ${here(root)}`, code: 'source-failed' }]);
  });
});

it('distinguishes a registry that has ended its WHOIS service from one without a record', async () => {
  const retired = await serve(answer('This WHOIS service has been retired. Please use RDAP instead.\n'));
  const root = await serve(answer(referral('test', here(retired))));
  expect(await failure({ root })).toMatchObject({ code: 'source-failed', reason: 'no-service' });
  const rdap = await serveWeb((socket) => reply(socket, { body: JSON.stringify(rdapDomain('example.test')) }));
  const { gaps } = await lookUp({ root, rdap: `http://127.0.0.1:${rdap.port}/` });
  expect(gaps).toEqual([]);
});

describe('referrals', () => {
  it('in a loop end, and no server is queried twice', async () => {
    const servers: WhoisServer[] = [];
    const to =
      (index: number): WhoisBehaviour =>
      (socket, name) =>
        answer(thinRecord(name, here(servers[index] as WhoisServer)))(socket, name);
    servers.push(await serve(to(1)), await serve(to(0)));
    const root = await serve((socket, name) => answer(referral('test', here(servers[0] as WhoisServer)))(socket, name));
    const { data, gaps } = await lookUp({ root });
    expect(gaps).toEqual([]);
    expect(data.registration.registrar?.name).toBe('Example Registrar, LLC');
    expect(servers.map(({ questions }) => questions.length)).toEqual([1, 1]);
  });

  it('without end are followed three times at most', async () => {
    const servers: WhoisServer[] = [];
    for (let index = 0; index < 6; index += 1) {
      const previous = servers[0];
      servers.unshift(
        await serve((socket, name) =>
          answer(thinRecord(name, previous ? here(previous) : 'nowhere.test'))(socket, name),
        ),
      );
    }
    const [first] = servers as [WhoisServer];
    const root = await serve(answer(referral('test', here(first))));
    await lookUp({ root });
    expect(servers.map(({ questions }) => questions.length)).toEqual([1, 1, 1, 0, 0, 0]);
  });

  it.each(firstOf(2, ['127.0.0.1', '10.0.0.5', '169.254.169.254', '[::1]', 'localhost', 'db.internal', '127.1']))(
    'to %s leave nothing there, and take nothing from the registry’s answer',
    async (inside) => {
      const canary = await serve(answer('Registrar: caught'));
      for (const place of [inside, `${inside}:${canary.port}`]) {
        const root = await serve(answer(thinRecord('example.test', place)));
        const { data, gaps } = await lookUp({ root, allowNetworks: [] });
        expect(data.registration.expires).toBe('2031-08-13T04:00:00Z');
        expect(data.whoIsInfo).not.toContain('caught');
        for (const { code } of gaps) expect(code).toBe('refused-target');
      }
      expect(canary.connections()).toBe(0);
    },
  );

  it('to a registrar that is dead, silent or without a record keep the registry’s answer', async () => {
    const silent = await serve(whoisBehaviours.silent());
    const ignorant = await serve(answer(noMatch('example.test')));
    const dead = await refuse();
    for (const [registrar, gapCodes] of [
      [silent, ['timeout']],
      [ignorant, []],
      [dead, ['protocol']],
    ] as const) {
      const root = await serve(answer(thinRecord('example.test', here(registrar))));
      const started = performance.now();
      const { data, gaps } = await lookUp({ root });
      expect(data.registration.registrar?.ianaId).toBe('9999');
      expect(gaps.map(({ code }) => code)).toEqual(gapCodes);
      expect(performance.now() - started).toBeLessThan(4000);
    }
  });

  it('to a registrar add the fields that the registry lacks', async () => {
    const registrar = await serve(answer(registrarRecord('example.test')));
    const root = await serve(answer(thinRecord('example.test', here(registrar))));
    const { contacts, expires } = (await lookUp({ root })).data.registration;
    expect([contacts[0]?.organization, expires]).toEqual(['Example Society', '2031-08-13T04:00:00Z']);
  });
});

describe('replies in other character sets than UTF-8', () => {
  const reply = (hex: string) =>
    Buffer.concat([
      Buffer.from('Domain Name: example.test\nCreation Date: 2001-02-03\nRegistrant: '),
      Buffer.from(hex, 'hex'),
      Buffer.from('\n'),
    ]);

  it.each(
    firstOf(1, [
      ['GB 18030', 'b1b1bea9b9c8cfe8d0c5cfa2bcbccaf5d3d0cfdeb9abcbbe', '北京谷翔信息技术有限公司', 'example.test'],
      ['EUC-KR', 'c1d6bdc4c8b8bbe720bfa4c1f6', '주식회사 엘지', 'example.kr'],
      ['Windows-1251', 'cee1f9e5f1f2e2ee20c1e8f8eae5ea', 'Общество Бишкек', 'example.test'],
      ['KOI8-R', 'efc2ddc5d3d4d7cf20e2c9dbcbc5cb', 'Общество Бишкек', 'example.test'],
      ['Big5', 'b05db9ceaa6ba448a578c657baf4b8f4b8eab054a4a4a4df', '財團法人台灣網路資訊中心', 'example.tw'],
    ]),
  )('%s is decoded', async (_, hex, holder, name) => {
    const root = await serve(answer(reply(hex)));
    const { registration } = (await lookUp({ root }, name)).data;
    expect(registration.contacts[0]?.organization).toBe(holder);
  });
});

describe('addresses and AS numbers', () => {
  it('take the value from the server closest to the holder', async () => {
    const near = await serve(answer('inetnum: 45.90.10.0 - 45.90.10.255\nnetname: NEAR-NET\ncountry: NL\n'));
    const far = `NetRange: 45.90.0.0 - 45.90.255.255\nNetName: FAR-NET\nReferralServer: whois://${here(near)}\n`;
    const registry = await serve(answer(far));
    const root = await serve(answer(referral('45', here(registry))));
    const { data } = await lookUp({ root }, '45.90.10.2');
    expect(data.registration).toMatchObject({ kind: 'network', name: '45.90.10.2', label: 'NEAR-NET', country: 'NL' });
    expect(near.questions).toEqual(['45.90.10.2']);
  });

  it('show a customer network without the provider’s range, holder, abuse contact or country', async () => {
    // The guard refuses documentation addresses.
    const root = await serve(answer(sampleText('arin-reassigned').replaceAll('203.0.', '45.90.')));
    const object = {
      objectClassName: 'ip network',
      handle: 'NET-203-0-113-0-1',
      startAddress: '45.90.113.0',
      endAddress: '45.90.113.255',
      name: 'CUSTOMER-NET',
      parentHandle: 'NET-203-0-0-0-1',
      entities: [
        { handle: 'C1', roles: ['registrant'], vcardArray: ['vcard', [['fn', {}, 'text', 'Example Customer']]] },
      ],
    };
    const rdap = await serveWeb((socket) => reply(socket, { body: JSON.stringify(object) }));
    for (const world of [{ root }, { root, rdap: `http://127.0.0.1:${rdap.port}/` }]) {
      const { registration } = (await lookUp(world, '45.90.113.9')).data;
      expect(registration).toMatchObject({
        range: '45.90.113.0 - 45.90.113.255',
        handle: 'NET-203-0-113-0-1',
        country: 'US',
        created: '2021-09-07',
        contacts: [{ role: 'registrant' }],
        abuse: { email: 'abuse@customer.example' },
      });
      expect(JSON.stringify(registration.contacts)).not.toContain('Provider');
      expect(registration.partOf).toMatchObject([
        {
          range: '45.90.0.0 - 45.90.127.255',
          handle: 'NET-203-0-0-0-1',
          holder: 'Example Provider Inc.',
          country: 'CA',
        },
      ]);
    }
  });

  it('do not take the AS name from the placeholder of a registry that refers on: LACNIC-64500', async () => {
    const near = await serve(answer(sampleText('lacnic-autnum')));
    const far = sampleText('arin-referral').replace('whois://whois.lacnic.net', `whois://${here(near)}`);
    const root = await serve(answer(far));
    const { registration } = (await lookUp({ root }, 'AS64500')).data;
    expect(registration).toMatchObject({ label: null, country: 'MX', range: 'AS64500', partOf: [] });
    expect(registration.contacts[0]?.organization).toBe('Ejemplo Nacional S.A.');
  });

  it('send the query for an AS number in the form that the server expects', async () => {
    const root = await serve(answer('aut-num: AS64496\nas-name: EXAMPLE-AS\n'));
    const { data } = await lookUp({ root }, 'AS64496');
    expect(data.registration).toMatchObject({ kind: 'autnum', name: 'AS64496', label: 'EXAMPLE-AS' });
    expect(root.questions).toEqual(['AS64496']);
  });
});
