import type { Libc } from '../../icmp/libc.ts';
import type { FlowKind, TraceMethod } from './flow.ts';
import { openIcmpFlow } from './icmp-flow.ts';
import { openTcpFlow } from './tcp-flow.ts';
import { openUdpFlow } from './udp-flow.ts';

/**
 * The ways to trace by a method, in order of preference. If this machine does not permit ICMP, the other methods are
 * tried; UDP and TCP are never replaced, since their own path was requested.
 */
export function flowKinds(libc: Libc, method: TraceMethod): readonly FlowKind[] {
  const udp: FlowKind = {
    method: 'udp',
    isPrivileged: false,
    open: (address, port) => openUdpFlow(libc, address, port),
  };
  const tcp: FlowKind = {
    method: 'tcp',
    isPrivileged: false,
    open: (address, port) => openTcpFlow(libc, address, port),
  };
  if (method === 'udp') return [udp];
  if (method === 'tcp') return [tcp];
  const icmp = (kind: 'datagram' | 'raw'): FlowKind => ({
    method: 'icmp',
    isPrivileged: kind === 'raw',
    open: (address) => openIcmpFlow(libc, address, kind),
  });
  return [icmp('datagram'), icmp('raw'), udp, tcp];
}
