import { apiCalls } from '../screens/api-calls.ts';

/**
 * For visitors without scripts: the same question to the API. Only prerendered pages contain it; React never looks into
 * the element.
 */
export function WithoutScript({ tool, label }: { readonly tool: string; readonly label: string }) {
  const call = import.meta.env.SSR ? apiCalls[tool] : undefined;
  return (
    <noscript>
      {call && (
        <form className="refusal" method="get" action={call.path}>
          <p>Answers on this page need JavaScript. Without it, the API answers the same question as JSON:</p>
          <label>
            {label} <input name={call.param} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          </label>
          <button className="btn" type="submit">
            Ask the API
          </button>
        </form>
      )}
    </noscript>
  );
}
