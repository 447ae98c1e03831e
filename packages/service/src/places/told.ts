import * as z from 'zod';
import { HubFrame, JobFrame } from './protocol.ts';

/** The id of a process among those that share a store. */
const Id = z.string().min(1).max(64);
const PlaceId = z.string().min(1).max(64);
/** What is said of a job; `gone`: its place is not connected there any more. */
const JobNews = z.union([JobFrame, z.object({ t: z.literal('gone'), job: z.string().max(64) })]);
export type JobNews = z.infer<typeof JobNews>;

/** What the hubs of several processes tell each other. */
const Told = z.discriminatedUnion('t', [
  /** All places that are connected there; also the sign that the process is alive. */
  z.object({
    t: z.literal('present'),
    hub: Id,
    /** The digest of each tool's contract there, by id. */
    digests: z.record(z.string(), z.string()),
    places: z.record(
      PlaceId,
      z.object({
        families: z.array(z.enum(['ipv4', 'ipv6'])).readonly(),
        tools: z.array(z.string()).readonly(),
        isSuspended: z.boolean(),
      }),
    ),
  }),
  /** Asks all to say who is present. */
  z.object({ t: z.literal('who'), hub: Id }),
  /** An agent has connected there: an earlier connection elsewhere is over. */
  z.object({ t: z.literal('joined'), hub: Id, place: PlaceId }),
  /** A job for a place that is connected at the hub that receives this, or its end. */
  z.object({ t: z.literal('asked'), hub: Id, place: PlaceId, frame: HubFrame }),
  z.object({ t: z.literal('said'), hub: Id, place: PlaceId, frame: JobNews }),
]);
export type Told = z.infer<typeof Told>;

/** Null for what cannot be read, such as a message of another version. */
export function readTold(message: string): Told | null {
  try {
    return Told.safeParse(JSON.parse(message)).data ?? null;
  } catch {
    return null;
  }
}
