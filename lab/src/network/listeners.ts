import { createInterface } from 'node:readline';
import type { LabProcess } from './lab-process.ts';
import type { NamespaceName } from './topology.ts';

/** A connection accepted, or a datagram received, by one of the lab's listeners. */
export interface Hit {
  readonly host: NamespaceName;
  readonly protocol: 'tcp' | 'udp';
  /** Its destination. */
  readonly address: string;
  readonly port: number;
  readonly from: string;
}

/** Ports that an attacker would like to reach: databases, caches, consoles, and the web. */
const insidePorts = [
  21, 22, 23, 25, 43, 53, 80, 110, 143, 389, 443, 445, 465, 587, 853, 993, 1080, 2375, 3306, 5432, 6379, 8000, 8080,
  8443, 8500, 9200, 11211,
];

/** Arguments of the program: which hosts listen on which ports. */
export function listenerArguments(hosts: readonly NamespaceName[], hostPorts: readonly number[]): string[] {
  return [`client,gateway,forbidden:${insidePorts.join(',')}`, `${hosts.join(',')}:${hostPorts.join(',')}`];
}

/** Reads the program's log; the returned function gives all hits so far. */
export function followListeners({ stdin, stdout, ended }: LabProcess): () => Promise<readonly Hit[]> {
  const hits: Hit[] = [];
  const waiting: (() => void)[] = [];
  createInterface({ input: stdout }).on('line', (line) => {
    const said: Hit | { mark: true } = JSON.parse(line);
    if ('mark' in said) waiting.shift()?.();
    else hits.push(said);
  });
  const gone = ended.then(() => {
    throw new Error('the listeners of the network lab are gone');
  });
  gone.catch(() => {});
  return async () => {
    const marked = new Promise<void>((resolve) => waiting.push(resolve));
    stdin.write('mark\n');
    await Promise.race([marked, gone]);
    return [...hits];
  };
}
