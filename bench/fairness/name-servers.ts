import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { type DelegationLab, delegationServers, delegationZones, startDelegationLab } from '@sonde/lab';

const DNS_PORT = 53;

/** Signed zones on name servers of their own, at the port at which the built server expects name servers. */
export interface ServedZones {
  readonly hintsFile: string;
  readonly anchorsFile: string;
  /** One of the zones. */
  zone(number: number): string;
  stop(): Promise<void>;
}

export async function serveZones(): Promise<ServedZones> {
  const lab: DelegationLab = await startDelegationLab();
  const { closed: _, ...addresses } = delegationServers;
  const relays = await Promise.all(Object.values(addresses).map((address) => relay(address, lab.port)));
  const zones = delegationZones.map(({ name }) => name);
  return {
    hintsFile: lab.hintsFile,
    anchorsFile: lab.anchorsFile,
    zone: (number) => zones[number % zones.length] ?? 'good.test',
    async stop() {
      for (const end of relays) end();
      await lab.stop();
    },
  };
}

/** Passes on what arrives at port 53 of an address, by UDP and TCP. */
async function relay(address: string, port: number): Promise<() => void> {
  const udp = createSocket('udp4');
  udp.on('message', (query, { address: from, port: back }) => {
    const upstream = createSocket('udp4');
    const end = () => upstream.close();
    const timer = setTimeout(end, 3_000);
    upstream.on('message', (answer) => {
      clearTimeout(timer);
      udp.send(answer, back, from);
      end();
    });
    upstream.send(query, port, address);
  });
  udp.bind(DNS_PORT, address);
  const tcp = createServer((socket) => {
    const upstream = connect({ host: address, port });
    for (const one of [socket, upstream]) {
      one.on('error', () => {
        socket.destroy();
        upstream.destroy();
      });
    }
    socket.pipe(upstream).pipe(socket);
  }).listen(DNS_PORT, address);
  await Promise.all([once(udp, 'listening'), once(tcp, 'listening')]);
  return () => {
    udp.close();
    tcp.close();
  };
}
