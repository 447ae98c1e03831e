import { toMacQuery } from '@sonde/contract/targets/mac-query';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookup } from '../lookup/use-lookup.ts';
import type { Asked } from '../lookup/use-lookup-form.ts';
import { Answer } from './answer.tsx';
import { Loading } from './loading.tsx';
import { failureText } from './messages.ts';
import { macLookup } from './query.ts';
import { VendorResult } from './vendor-result.tsx';

/** Everything below the field: progress, the answer, or the failure. */
export function Result(props: ResultProps<Asked>) {
  const isVendor = toMacQuery(props.asked.target) === null;
  return isVendor ? <VendorResult {...props} /> : <AddressResult {...props} />;
}

function AddressResult({ asked, onRunning, onCancel }: ResultProps<Asked>) {
  const { target, submitCount } = asked;
  const { answer, error, isBusy, askAgain } = useLookup(macLookup(target), submitCount, onRunning);
  if (isBusy && answer === null) return <Loading onCancel={onCancel} />;
  if (error !== null) return <LookupFailure error={error} message={failureText(error)} onAgain={askAgain} />;
  if (answer === null) return null;
  return <Answer key={answer.at} target={target} data={answer.data} isBusy={isBusy} onCancel={onCancel} />;
}
