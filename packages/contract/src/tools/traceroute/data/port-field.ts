import * as z from 'zod/mini';

const MESSAGE = "'port' must be a whole number from 1 to 65535.";

/** An optional port; null when omitted. */
export const portField = z.pipe(
  z.optional(z.string({ error: MESSAGE })),
  z.transform((text: string | undefined, { issues }) => {
    if (text === undefined) return null;
    const port = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : Number.NaN;
    if (port <= 65_535) return port;
    issues.push({ code: 'custom', message: MESSAGE, input: text });
    return z.NEVER;
  }),
);
// What the text must hold, for the API's documents.
z.globalRegistry.add(portField, { type: 'integer', minimum: 1, maximum: 65_535 });
