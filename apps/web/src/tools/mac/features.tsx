import { Check } from '../../ui/icons/lucide/check.ts';
import { Clock } from '../../ui/icons/lucide/clock.ts';
import { featureNotes } from './texts.ts';

/** The announced features, each with what exists of it. */
export function Features({ features }: { readonly features: readonly string[] }) {
  return (
    <>
      <h2 className="heading">What it does</h2>
      <ul className="soon-grid">
        {features.map((feature, index) => {
          const { isThere = false, note = '' } = featureNotes[index] ?? {};
          return (
            <li key={feature}>
              {isThere ? <Check className="i" /> : <Clock className="i" />}
              <span>
                {feature}
                {!isThere && (
                  <>
                    {' '}
                    <span className="soon">Coming Soon</span>
                  </>
                )}
                <small>{note}</small>
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
