/**
 * Inlined in the head of every page. Runs before the first paint and before the app, so that nothing flashes and no
 * press or key is lost.
 */
import { hasTarget, markAsked } from './browser/page/asked-mark.ts';
import { keepEarlyInput } from './browser/page/early-input.ts';
import { takeResetToken } from './browser/page/reset-token.ts';
import { applyStoredChoices } from './browser/page/stored-choices.ts';

applyStoredChoices();
takeResetToken();
keepEarlyInput();
// The banner is never painted on the way to an answer; `boot.ts` knows whether there is a field.
if (hasTarget(location.search)) markAsked(true);
