import { type AnyTool, report, tools } from '@sonde/contract';
import type { TargetKind } from '@sonde/contract/targets/target-kinds';
import { describe, expect, it } from 'vitest';
import { screens } from '../../tools/index.ts';
import { travelLinks } from './target-links.ts';

const linksAt = (path: string, search = '') => Object.fromEntries(travelLinks({ path, search }, screens));

/** The screens of the other tools whose contracts list this kind of target, and of those that look it up for a link. */
const othersThatTake = (kind: TargetKind, current: string) =>
  screens
    .filter(({ id, lookup }) => contractOf(id)?.targetKinds.includes(kind) || lookup?.second?.takes.includes(kind))
    .flatMap(({ id, status }) => (status === 'live' && id !== current ? [id] : []))
    .sort();
const contractOf = (id: string) => [...Object.values<AnyTool>(tools), report].find((one) => one.id === id);

describe('the menu keeps the target of the page', () => {
  it('links a name to every other tool', () => {
    const links = linksAt('/dns', '?domain=shop.test');
    expect(Object.keys(links).sort()).toEqual(othersThatTake('domain', 'dns'));
    expect(links).toMatchObject({
      geo: '/?q=shop.test',
      ssl: '/ssl?domain=shop.test',
      whois: '/whois?domain=shop.test',
      subdomain: '/subdomain?domain=shop.test',
      ping: '/ping?host=shop.test',
      traceroute: '/traceroute?host=shop.test',
      delegation: '/delegation?domain=shop.test',
      mail: '/mail?domain=shop.test',
      report: '/report?target=shop.test',
    });
  });

  it('links an address to the tools that take addresses, by the right parameter', () => {
    const links = linksAt('/', '?q=192.0.2.1');
    expect(Object.keys(links).sort()).toEqual(othersThatTake('ipv4', 'geo'));
    expect(links).toMatchObject({
      ssl: '/ssl?domain=192.0.2.1',
      whois: '/whois?resource=192.0.2.1',
      dns: '/dns?address=192.0.2.1',
      ping: '/ping?host=192.0.2.1',
      traceroute: '/traceroute?host=192.0.2.1',
      report: '/report?target=192.0.2.1',
    });
  });

  it('keeps a port if the tool uses it, and an IDN as it was typed', () => {
    expect(linksAt('/ssl', '?domain=shop.test:465')).toMatchObject({ dns: '/dns?domain=shop.test' });
    expect(linksAt('/dns', '?domain=b%C3%BCcher.test')).toMatchObject({ ping: '/ping?host=b%C3%BCcher.test' });
  });

  it('links an AS number, and a name that only DNS has, to the tools that take them', () => {
    expect(Object.keys(linksAt('/whois', '?resource=AS64496')).sort()).toEqual(othersThatTake('as-number', 'whois'));
    const links = linksAt('/dns', '?domain=_dmarc.shop.test');
    expect(Object.keys(links).sort()).toEqual(othersThatTake('dns-name', 'dns'));
    expect(links).toMatchObject({ delegation: '/delegation?domain=_dmarc.shop.test' });
  });

  it('keeps the target on pages without a field, and drops it on an empty page of a tool', () => {
    linksAt('/dns', '?domain=shop.test');
    expect(linksAt('/ip-logger')).toMatchObject({ dns: '/dns?domain=shop.test', ssl: '/ssl?domain=shop.test' });
    expect(linksAt('/ping')).toEqual({});
    expect(linksAt('/ip-logger')).toEqual({});
  });

  it('ignores text that is not a target', () => {
    expect(linksAt('/dns', '?domain=localhost')).toEqual({});
    expect(linksAt('/ssl', '?domain=')).toEqual({});
    expect(linksAt('/ssl', '?starttls=smtp')).toEqual({});
  });
});
