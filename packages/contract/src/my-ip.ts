import * as z from 'zod/mini';
import { defineCall } from './tool.ts';

/** The address from which a caller is seen; no tool, since it measures nothing. */
export const myIp = defineCall({
  path: '/api/v2/myIp',
  title: 'My address',
  summary: 'The address from which this server sees the caller',
  data: z.object({
    /** In its one spelling; null for a caller without an address, such as one on a Unix socket. */
    ip: z.nullable(z.string()),
  }),
  cost: 0.25,
});
