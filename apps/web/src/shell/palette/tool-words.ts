/** Words by which people look for a tool, beside its name and title. */
export const toolWords: Readonly<Record<string, string>> = {
  geo: 'my ip address location where country city map provider isp network asn as number geolocation',
  iplogger: 'grabber tracking link',
  ssl: 'certificate tls https expiry expires expired port cipher protocol chain handshake heartbleed',
  whois: 'abuse contact owner registrar registrant registration expiry expires renewal rdap as number asn complaint',
  dns: 'nameserver name servers records a aaaa mx txt caa ptr reverse resolver propagation zone',
  subdomain: 'subdomains hosts names takeover',
  ping: 'reachable online up down latency loss port icmp',
  traceroute: 'tracert mtr hops route router path latency',
  mac: 'arp table vendor manufacturer oui hardware device list',
  delegation: 'nameserver name servers ns glue dnssec ds dnskey parent registry chain serial soa',
  mail: 'spam e-mail email spf dkim dmarc mx smtp starttls blacklist blocklist dnsbl header deliverability sender',
  report: 'everything all overview audit health check website',
};
