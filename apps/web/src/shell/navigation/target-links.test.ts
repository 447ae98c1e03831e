import { describe, expect, it } from 'vitest';
import { screens } from '../../tools/index.ts';
import { travelLinks } from './target-links.ts';

const linksAt = (path: string, search = '') => Object.fromEntries(travelLinks({ path, search }, screens));

describe('the menu brings the target along', () => {
  it('a name goes to every other tool', () => {
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

  it('an address goes where addresses are taken, by the parameter that takes them', () => {
    expect(linksAt('/', '?q=192.0.2.1')).toEqual({
      ssl: '/ssl?domain=192.0.2.1',
      whois: '/whois?resource=192.0.2.1',
      dns: '/dns?address=192.0.2.1',
      ping: '/ping?host=192.0.2.1',
      traceroute: '/traceroute?host=192.0.2.1',
      report: '/report?target=192.0.2.1',
    });
  });

  it('a port is kept if the tool uses it, and an IDN as it was typed', () => {
    expect(linksAt('/ssl', '?domain=shop.test:465')).toMatchObject({ dns: '/dns?domain=shop.test' });
    expect(linksAt('/dns', '?domain=b%C3%BCcher.test')).toMatchObject({ ping: '/ping?host=b%C3%BCcher.test' });
  });

  it('an AS number and a name for DNS only have nowhere else to go', () => {
    expect(linksAt('/whois', '?resource=AS64496')).toEqual({});
    expect(linksAt('/dns', '?domain=_dmarc.shop.test')).toEqual({});
  });

  it('pages without a field keep it, an empty page of a tool lets it go', () => {
    linksAt('/dns', '?domain=shop.test');
    expect(linksAt('/ip-logger')).toMatchObject({ dns: '/dns?domain=shop.test', ssl: '/ssl?domain=shop.test' });
    expect(linksAt('/ping')).toEqual({});
    expect(linksAt('/ip-logger')).toEqual({});
  });

  it('what is not a target stays behind', () => {
    expect(linksAt('/dns', '?domain=localhost')).toEqual({});
    expect(linksAt('/ssl', '?domain=')).toEqual({});
    expect(linksAt('/ssl', '?starttls=smtp')).toEqual({});
  });
});
