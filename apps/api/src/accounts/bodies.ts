import { type AnyTool, ToolError, tools } from '@sonde/contract';
import { MAX_MOVED_LOOKUPS, MAX_NOTE_LENGTH, MAX_TARGET_LENGTH } from '@sonde/contract/account';
import * as z from 'zod';

/* Request bodies of the account calls. Messages may be shown to visitors. */

const MAX_EMAIL_LENGTH = 254;
const MAX_SHOWN_NAME = 40;
/** Far above the limit for passwords, which is checked where a new one is set. */
const MAX_SENT_PASSWORD = 1_000;

/** No control characters and no lone surrogates: a database truncates texts at them, or refuses them. */
const SHOWN = /^[^\p{Cc}\p{Cs}]*$/u;
const SHOWN_LINES = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;

const Email = z
  .string('Please enter your email address')
  .trim()
  .toLowerCase()
  .min(1, 'Please enter your email address')
  .max(MAX_EMAIL_LENGTH, 'This is not a valid email address.')
  .pipe(z.email('This is not a valid email address.'));
const Password = z
  .string('Please enter your password')
  .min(1, 'Please enter your password')
  .max(MAX_SENT_PASSWORD, 'The password is too long.');
const Target = z
  .string('Please enter a target')
  .trim()
  .min(1, 'Please enter a target')
  .max(MAX_TARGET_LENGTH, 'The target is too long.')
  .regex(SHOWN, 'The target contains characters that cannot be displayed.');

export const Credentials = z.object({ email: Email, password: Password });
export const ResetRequest = z.object({ email: Email });
export const NewPassword = z.object({ token: z.string('The link is not complete.').max(100), password: Password });
export const Deletion = z.object({ password: Password });
/** A target that at least one tool can look up, in any notation that it accepts. */
const TargetOfATool = Target.refine(
  (text) => Object.values<AnyTool>(tools).some(({ query, target }) => query.safeParse({ [target]: text }).success),
  'Please enter a domain name or an address.',
);
export const TargetToSave = z.object({
  target: TargetOfATool,
  note: z
    .string('Please enter a note')
    .trim()
    .max(MAX_NOTE_LENGTH, `The note may have at most ${MAX_NOTE_LENGTH} characters.`)
    .regex(SHOWN_LINES, 'The note contains characters that cannot be displayed.'),
});
export const MovedLookups = (tools: ReadonlySet<string>) =>
  z.object({
    lookups: z
      .array(z.object({ tool: z.string().refine((id) => tools.has(id), 'There is no such tool.'), target: Target }))
      .max(MAX_MOVED_LOOKUPS, 'Too many lookups at once.'),
  });

const MAX_PAGE = 100;
export const HistoryQuery = z.object({
  search: z
    .string('Please enter one text to search for')
    .trim()
    .max(MAX_TARGET_LENGTH, 'The text is too long.')
    .regex(SHOWN, 'No target holds such characters.')
    .transform((text) => text || null)
    .default(null),
  tool: z
    .string('Please choose one tool')
    .regex(/^[a-z]{0,40}$/, 'There is no such tool.')
    .transform((id) => id || null)
    .default(null),
  before: z
    .string()
    .regex(/^\d{4}-[\d:.TZ-]{10,30}_[\da-f-]{36}$/, 'There is no such page.')
    .default(null as never)
    .nullable(),
  limit: z.coerce.number('The limit must be a number.').int().min(1).max(MAX_PAGE).default(50),
});

/** The id of an entry in a path. */
export const EntryPath = z.object({ id: z.uuid('There is no such entry.') });

/** The largest body, for routes that accept more than a form. */
export const LARGE_BODY_BYTES = 64 * 1024;

/** @throws ToolError `invalid-input` with the first problem. */
export function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path[0];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const message =
    unknown === undefined
      ? (field !== undefined && issue?.message) || 'The request is malformed.'
      : `The body has an unknown field ${JSON.stringify(unknown.slice(0, MAX_SHOWN_NAME))}.`;
  throw new ToolError('invalid-input', message, { ...(typeof field === 'string' ? { field } : {}) });
}
