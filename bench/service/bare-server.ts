/** The baseline for cached answers: the same framework, one route, the same body from `BODY`. */
import { fastify } from 'fastify';

const app = fastify();
const body = process.env['BODY'] ?? '';
app.get('/', (_request, reply) => {
  reply.type('application/json; charset=utf-8').send(body);
});
process.once('SIGTERM', () => process.exit(0));
process.stderr.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
