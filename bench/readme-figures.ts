import { isOfPresentCode, resultOf } from './results.ts';

const TABLE = /^\| Measured \| Sonde \| Others \|\n\|---\|---\|---\|\n(?:\|.*\n)+/m;

/** Returns the README with the figures of `results/` in its table. */
export function withFigures(text: string): string {
  const rows = figures().map(([bench, what, ...cells]) => {
    const marked = isOfPresentCode(bench) ? what : `${what} †`;
    return `| ${[marked, ...cells].join(' | ')} |\n`;
  });
  return text.replace(TABLE, () => `| Measured | Sonde | Others |\n|---|---|---|\n${rows.join('')}`);
}

type Row = readonly [bench: string, what: string, sonde: string, others: string];

function figures(): Row[] {
  const tls = (way: string, server: string, contender: string) =>
    seconds(figure('ssl', `^${way} +${server} +${contender} +median +([\\d.]+) ms`));
  const dns = (contender: string) =>
    `${Math.round(Number(figure('dns', `^warm +${contender} +median +([\\d.]+) ms`)))} ms`;
  const names = (contender: string) => seconds(figure('subdomain', `^${contender} +wall +([\\d.]+) ms`));
  const whois = (who: string) => `${Math.round(Number(figure('whois', `^after 100 ms: .*${who} ([\\d.]+) ms`)))} ms`;
  const ping = (who: string, what: string) => `${Number(figure('ping', `^${who}: .*${what}`)).toFixed(2)} ms`;
  const delegation = (who: string) => {
    const [wall, asked] = ['median +([\\d.]+) ms', '([\\d.]+) questions'].map((what) =>
      figure('delegation', `^${who} .*?${what}`),
    );
    return `${seconds(String(wall))}, ${asked} questions`;
  };
  const agreement = (what: string) => figure('ssl-agreement', `^(?=\\d+ servers ).*?${what}`);
  return [
    [
      'ssl-agreement',
      `TLS facts of ${agreement('(\\d+ servers of \\d+ kinds)')}`,
      `${agreement('(\\d+) facts alike')} equal to sslscan and testssl.sh`,
      whoIsRight(Number(agreement('(\\d+) disagreements')), Number(agreement('right in (\\d+)'))),
    ],
    [
      'ssl',
      'a modern TLS site 80 ms away: versions, suites, groups',
      tls('delayed', 'nginx-modern', 'sonde'),
      `sslscan ${tls('delayed', 'nginx-modern', 'sslscan')}, testssl.sh -p -E, without groups, ${tls('delayed', 'nginx-modern', 'testssl.sh -p -E')}`,
    ],
    [
      'ssl',
      'a site with 45 suites, 80 ms away',
      tls('delayed', 'nginx-legacy', 'sonde'),
      `sslscan ${tls('delayed', 'nginx-legacy', 'sslscan')}`,
    ],
    [
      'dns',
      '40 record types of a name, resolver 20 ms away',
      dns('sonde'),
      `dig ${dns('dig')}, kdig ${dns('kdig')}, 40 digs at once ${dns('dig, a process per type')}`,
    ],
    [
      'subdomain',
      '100,000 names, one in twenty exists; with a raised budget',
      // Pacing is a limit, not a measurement: 10,000 and 1,000 questions per second.
      `the engine without pacing: ${names('sonde, tcp')} by TCP, ${names('sonde, udp')} by UDP; with it at least 10 s towards a private resolver, 100 s towards a public one`,
      `dnsperf ${names('dnsperf, tcp')} by TCP, ${names('dnsperf, udp')} by UDP`,
    ],
    [
      'delegation',
      'a delegation from the root down, every server asked, servers 20 ms away',
      delegation('sonde'),
      `dnsviz ${delegation('dnsviz probe \\+ print')}, zonemaster-cli ${delegation('zonemaster-cli')}`,
    ],
    ['whois', 'a WHOIS server that answers after 100 ms', whois('sonde'), `whois ${whois('whois')}`],
    [
      'ping',
      '500 pings at once: processor time of each, error of the median',
      `${ping('sonde', '?([\\d.]+) ms CPU')}, ${ping('sonde', 'error of the median ([\\d.]+) ms')}`,
      `ping ${ping('spawn', '?([\\d.]+) ms CPU')}, ${ping('spawn', 'error of the median ([\\d.]+) ms')}`,
    ],
  ];
}

const seconds = (milliseconds: string) => `${(Number(milliseconds) / 1000).toFixed(1)} s`;

/** A figure in the report of a bench. */
/** Of the facts that differ, in how many Sonde is right, in how many both are, and how many nobody has explained yet. */
function whoIsRight(differing: number, ours: number): string {
  const { targets } = resultOf('ssl-agreement');
  const unexplained = targets.find(({ what }) => what.startsWith('disagreements without'))?.value ?? differing;
  const both = differing - ours - unexplained;
  const rest = unexplained === 0 ? '' : `, and ${unexplained} is not explained in the bench`;
  return `${differing} differ; Sonde is right in ${ours}, both are in ${both}${rest}`;
}

function figure(bench: string, pattern: string): string {
  const found = new RegExp(pattern, 'm').exec(resultOf(bench).lines.join('\n'))?.[1];
  if (found === undefined) throw new Error(`${bench}.json has no line ${pattern}`);
  return found;
}
