import { describe, expect, it } from 'vitest';
import { screens } from '../../tools/index.ts';
import { travelLinks } from './target-links.ts';

const linksAt = (path: string, search = '') => Object.fromEntries(travelLinks({ path, search }, screens));

describe('the menu keeps the target of the page', () => {
  it('links a name to every other tool', () => {
    expect(linksAt('/dns', '?domain=shop.test')).toEqual({
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
    expect(linksAt('/', '?q=192.0.2.1')).toEqual({
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

  it('links an AS number to no other tool, and a name that only DNS has to those that look up zones', () => {
    expect(linksAt('/whois', '?resource=AS64496')).toEqual({});
    expect(linksAt('/dns', '?domain=_dmarc.shop.test')).toEqual({ delegation: '/delegation?domain=_dmarc.shop.test' });
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
