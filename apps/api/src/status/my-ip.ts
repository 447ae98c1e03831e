import { answerEnvelope, myIp } from '@sonde/contract';
import { toIpv4 } from '@sonde/contract/targets/ipv4';
import { toIpv6, withoutMapping } from '@sonde/contract/targets/ipv6';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE } from '../http/request-failure.ts';
import { clientOf } from '../limits/client.ts';
import type { ClientLimits } from '../limits/limits.ts';

/** `GET /api/v2/myIp`: the caller's address, also behind a trusted proxy. Never cached. */
export function registerMyIp(app: FastifyInstance, limits: ClientLimits): void {
  app.get(myIp.path, async (request, reply): Promise<FastifyReply> => {
    await limits.charge(reply, clientOf(request), myIp.cost);
    const body = JSON.stringify(answerEnvelope({ ip: callerOf(request) }));
    return reply.header('cache-control', 'no-store').type(JSON_TYPE).send(body);
  });
}

/** The caller's address; null if a trusted proxy has forwarded an invalid one. */
function callerOf({ ip }: FastifyRequest): string | null {
  // On a dual-stack socket, IPv4 addresses are IPv4-mapped. A zone identifier is meaningless to the caller.
  const plain = withoutMapping(ip ?? '').replace(/%.*$/, '');
  return toIpv4(plain) ?? toIpv6(plain);
}
