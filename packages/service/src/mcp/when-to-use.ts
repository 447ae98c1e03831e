/** For agents: what each tool answers, when to take it rather than another one, and what comes back; default: its summary. */
export const whenToUse: Readonly<Record<string, string>> = {
  geo: 'Where an address is, and whose network it is in. Returns country, place, AS and operator. For its holder use sonde_whois.',
  ssl: 'Whether clients can trust a TLS server: certificate chain, expiry, names, revocation, versions, ciphers, known weaknesses. Also STARTTLS. Returns one check each, with remedies.',
  whois: 'Who holds a domain, address or AS number, from RDAP or WHOIS: registrar or holder, dates, status, contacts.',
  dns: 'What a name resolves to now: its records of any type, with DNSSEC state, from a given server or all public resolvers. For faults of a zone’s servers use sonde_delegation, for email sonde_mail.',
  subdomain:
    'Which names exist below a domain, from certificate logs and DNS. Returns names with addresses, and dangling ones. Takes up to a minute.',
  ping: 'Whether a host answers, how fast, and how much is lost. Returns round trip times; takes about 8 seconds, less with a smaller count. For where packets stop use sonde_traceroute.',
  mac: 'Which organisation a MAC address is assigned to, and what its bits mean. Needs no network.',
  delegation:
    'Whether a domain’s name servers, glue and DNSSEC work, from the root, server by server. Use it when a name does not resolve, and before changing name servers or DS records. Returns one check each, with remedies.',
  traceroute:
    'The routers on the way to a host, with times, loss and networks. Use it when sonde_ping shows loss or delay, or a host is unreachable.',
  mail: 'Whether a domain receives mail, and who can send in its name: MX, SPF, DKIM, DMARC, MTA-STS, DANE, and each mail server over SMTP. Returns one check each, with remedies.',
  report:
    'A first look at a domain, host or address: all fitting tools at once, with one verdict and what to mend first. Takes longest; use a single tool for a single question.',
};
