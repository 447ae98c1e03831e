import { hasAnswered, replyTo, SOA } from './server-view.ts';
import type { Walk } from './walk.ts';

export const NO_ROOT = 'No DNS root server answers the Sonde server.';
export const INTERCEPTED =
  'Something between the Sonde server and the internet answers DNS queries in place of the name servers.';

/**
 * Whether a resolver on the path answers in place of all servers. A root server answers for the root authoritatively and
 * offers no recursion; a resolver does the opposite.
 */
export function isIntercepted({ zones: [root] }: Walk): boolean {
  const answering = root?.views.filter(hasAnswered) ?? [];
  return (
    answering.length > 0 &&
    answering.every((view) => {
      const message = replyTo(view, { name: '.', type: SOA })?.message;
      return message !== undefined && !message.isAuthoritative && message.isRecursionAvailable;
    })
  );
}
