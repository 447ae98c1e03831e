import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../processes/commands.ts';
import { type DnsLab, dig, digServer, startDnsLab } from './dns-lab.ts';

let lab: DnsLab;
beforeAll(async () => {
  lab = await startDnsLab();
});
afterAll(() => lab?.stop());

const atApex =
  'A AAAA MX NS SOA TXT SRV CAA NAPTR PTR DS DNSKEY NSEC3PARAM CDS CDNSKEY TLSA SSHFP HTTPS SVCB LOC HINFO RP URI ' +
  'OPENPGPKEY SMIMEA CERT AFSDB SPF APL CSYNC ZONEMD DHCID KX HIP IPSECKEY EUI48 EUI64 TYPE65280';

describe('all.test', () => {
  test.each(atApex.split(' '))('has %s at its apex, signed and validated', async (type) => {
    const log = await lab.dig(['+dnssec', 'all.test', type]);
    expect(log).toMatch(/status: NOERROR/);
    expect(log).toMatch(/flags: qr rd ra ad;/);
    expect(log).toMatch(new RegExp(`\nall\\.test\\.\\s+\\d+\\s+IN\\s+${type}\\s`));
    expect(log).toMatch(new RegExp(`\nall\\.test\\.\\s+\\d+\\s+IN\\s+RRSIG\\s+${type}\\s`));
  });

  test('has CNAME and DNAME below the apex, where they are allowed', async () => {
    expect(await lab.dig(['+short', 'alias.all.test', 'CNAME'])).toBe('www.all.test.\n');
    expect(await lab.dig(['+short', 'dname.all.test', 'DNAME'])).toBe('plain.test.\n');
  });

  test('denies existence with NSEC3, nsec.test with NSEC', async () => {
    expect(await dig(lab.authority, ['+dnssec', 'nowhere.all.test'])).toMatch(/IN\s+NSEC3\s/);
    const nsec = await dig(lab.authority, ['+dnssec', 'nowhere.nsec.test']);
    expect(nsec).toMatch(/IN\s+NSEC\s/);
    expect(nsec).toMatch(/RRSIG\s+NSEC\s+8 /);
  });
});

describe('the resolver', () => {
  test.each([
    ['plain.test A', /status: NOERROR/, /flags: qr rd ra;/],
    ['nsec.test A', /status: NOERROR/, /flags: qr rd ra ad;/],
    ['nowhere.all.test A', /status: NXDOMAIN/, /flags: qr rd ra ad;/],
    ['nowhere.edge.test A', /status: NXDOMAIN/, /flags: qr rd ra;/],
    ['no-such-zone.test A', /status: NXDOMAIN/, /AUTHORITY: 1/],
    ['example.com A', /status: NXDOMAIN/, /AUTHORITY: 1/],
    ['9.9.9.9.in-addr.arpa PTR', /status: NXDOMAIN/, /ANSWER: 0/],
    ['bogus.test A', /status: SERVFAIL/, /ANSWER: 0/],
    ['bogus.test MX', /status: SERVFAIL/, /ANSWER: 0/],
    ['www.bogus.test A', /status: SERVFAIL/, /ANSWER: 0/],
    ['+cd bogus.test A', /status: NOERROR/, /198\.0\.2\.40/],
    ['+cd bogus.test TXT', /status: NOERROR/, /not as it was signed/],
    ['expired.test A', /status: SERVFAIL/, /ANSWER: 0/],
    ['expired.test DNSKEY', /status: SERVFAIL/, /ANSWER: 0/],
    ['+cd expired.test A', /status: NOERROR/, /192\.0\.2\.40/],
    ['refused.test A', /status: SERVFAIL/, /ANSWER: 0/],
    ['lame.test A', /status: SERVFAIL/, /ANSWER: 0/],
    ['partial.test A', /status: NOERROR/, /192\.0\.2\.1/],
    ['partial.test TXT', /status: SERVFAIL/, /ANSWER: 0/],
    ['partial.test MX', /status: SERVFAIL/, /ANSWER: 0/],
    ['partial.test CAA', /status: NOERROR/, /ANSWER: 0, AUTHORITY: 1/],
  ])('%s', async (question, status, more) => {
    const log = await lab.dig(['+tries=1', '+time=9', ...question.split(' ')]);
    expect(log).toMatch(status);
    expect(log).toMatch(more);
  });

  test('waits for silent.test longer than two seconds', async () => {
    const ask = lab.dig(['+tries=1', '+time=2', 'silent.test']);
    await expect(ask).rejects.toMatchObject({ stdout: expect.stringContaining('timed out') });
  });

  test('flushes its cache on request', async () => {
    const ttl = async () => Number((await lab.dig(['+noall', '+answer', 'www.plain.test'])).split(/\s+/)[1]);
    await ttl();
    await expect.poll(ttl, { timeout: 5_000 }).toBeLessThan(300);
    await lab.flushCache();
    expect(await ttl()).toBe(300);
  });
});

test('the authoritative server refuses refused.test', async () => {
  expect(await dig(lab.authority, ['refused.test', 'A'])).toMatch(/status: REFUSED/);
});

describe('awkward names of edge.test', () => {
  test.each([
    ['many A', /retrying in TCP[\s\S]*ANSWER: 200,/],
    ['long TXT', /retrying in TCP[\s\S]*ANSWER: 1,[\s\S]*MSG SIZE {2}rcvd: 471\d\d/],
    ['chain1 A', /ANSWER: 6,/],
    ['chain1 MX', /ANSWER: 5,/],
    ['loop1 A', /status: SERVFAIL/],
    ['loop1 CNAME', /CNAME\s+loop2\.edge/],
    ['self A', /status: SERVFAIL/],
    ['dangling A', /status: NXDOMAIN[\s\S]*CNAME\s+nowhere\.edge/],
    ['away A', /CNAME\s+www\.plain\.test\.[\s\S]*192\.0\.2\.21/],
    ['www.dname A', /DNAME\s+plain\.test[\s\S]*CNAME\s+www\.plain\.test[\s\S]*192\.0\.2\.21/],
    ['nodata A', /status: NOERROR[\s\S]*ANSWER: 0, AUTHORITY: 1/],
    ['nodata TYPE65280', /TYPE65280\s+\\# 0\n/],
    ['empty A', /status: NOERROR[\s\S]*ANSWER: 0, AUTHORITY: 1/],
    ['any.wild A', /192\.0\.2\.31/],
    ['host.wild A', /status: NOERROR[\s\S]*ANSWER: 0,/],
    ['x.host.wild A', /status: NXDOMAIN/],
    ['quotes TXT', /TXT\s+"say \\"hello\\""\n/],
    ['backslash TXT', /TXT\s+"back\\\\slash"\n/],
    ['nul TXT', /TXT\s+"a\\000b"\n/],
    ['control TXT', /TXT\s+"\\001\\010\\013\\027\[31m\\127"\n/],
    ['octets TXT', /TXT\s+"\\128\\255\\254"\n/],
    ['script TXT', /TXT\s+"<script>alert\(1\)<\/script>"\n/],
    ['script MX', /MX\s+10 <script>alert\\\(1\\\)<\/script>\.edge\.test\.\n/],
    ['split TXT', /TXT\s+"one" "two " "" "three"\n/],
    ['empty-string TXT', /TXT\s+""\n/],
    ['_service._tcp SRV', /SRV\s+0 0 443 www\.plain\.test\.\n/],
    ['under_score A', /192\.0\.2\.32/],
    ['xn--bcher-kva A', /192\.0\.2\.33/],
    ['dotted\\.label A', /192\.0\.2\.34/],
    ['mixed A', /192\.0\.2\.35/],
    [`${'a'.repeat(63)} A`, /192\.0\.2\.36/],
    ['ttl-zero A', /\s0\s+IN\s+A\s+192\.0\.2\.38/],
  ])('%s', async (question, expected) => {
    const [label, type] = question.split(' ');
    expect(await lab.dig(['+noidnin', `${label}.edge.test`, type ?? ''])).toMatch(expected);
  });

  test('a name of 253 characters', async () => {
    const name = `${'a'.repeat(51)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.edge.test`;
    expect(name).toHaveLength(253);
    expect(await lab.dig([name])).toMatch(/192\.0\.2\.37/);
  });

  test('the longest TTL there is', async () => {
    expect(await dig(lab.authority, ['ttl-max.edge.test'])).toMatch(/\s2147483647\s+IN\s+A/);
  });

  test('kdig prints the same', async () => {
    const log = await runCommand('kdig', [...digServer(lab.resolver), '+short', 'split.edge.test', 'TXT']);
    expect(log).toBe('"one" "two " "" "three"\n');
  });
});

test('several labs run at the same time and leave nothing behind', async () => {
  const others = await Promise.all([startDnsLab(), startDnsLab()]);
  const addresses = [lab, ...others].flatMap(({ resolver, authority }) => [resolver, authority]);
  expect(new Set(addresses).size).toBe(6);
  const answers = await Promise.all(others.map((other) => other.dig(['+short', 'www.all.test'])));
  expect(answers).toEqual(['192.0.2.80\n', '192.0.2.80\n']);

  await Promise.all(others.map((other) => other.stop()));
  for (const { directory, processIds } of others) {
    expect(existsSync(directory)).toBe(false);
    expect(processIds).toHaveLength(3);
    for (const id of processIds) expect(() => process.kill(id, 0)).toThrow('ESRCH');
  }
  expect(await lab.dig(['+short', 'www.all.test'])).toBe('192.0.2.80\n');
});
