import { hasAnswered, replyTo, SOA } from './server-view.ts';
import type { Walk } from './walk.ts';

/**
 * Whether a resolver on the way answers in the place of all servers. A server of the root answers for the root with
 * authority and resolves nothing for others; a resolver does the opposite.
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
