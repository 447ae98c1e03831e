import { answerEnvelope, myIp } from '@sonde/contract';
import { toIpv4 } from '@sonde/contract/target/ipv4';
import { toIpv6 } from '@sonde/contract/target/ipv6';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from './limits/client.ts';
import type { Limits } from './limits/limits.ts';
import { JSON_TYPE } from './request-failure.ts';

/** `GET /api/v2/myIp`: the caller's own address, that behind a trusted proxy included. Never kept by anyone. */
export function registerMyIp(app: FastifyInstance, limits: Limits): void {
  app.get(myIp.path, async (request, reply): Promise<FastifyReply> => {
    await limits.charge(reply, clientOf(request), myIp.cost);
    const body = JSON.stringify(answerEnvelope({ ip: callerOf(request) }));
    return reply.header('cache-control', 'no-store').type(JSON_TYPE).send(body);
  });
}

/** A trusted proxy may have forwarded anything: what is no address is nobody's. */
function callerOf({ ip }: FastifyRequest): string | null {
  // Listening for both families, Node writes IPv4 addresses as IPv6 ones; a zone is our own business.
  const plain = (ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return toIpv4(plain) ?? toIpv6(plain);
}
