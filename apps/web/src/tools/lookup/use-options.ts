import { useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { FieldRules } from './use-lookup-form.ts';

/**
 * The options in the fields, and those in the address: from the last press, a link, or an earlier history entry. The
 * two functions read the options of a tool from the address, and write them to it; they must be the same in every render.
 */
export function useOptions<Options>(
  fieldRules: FieldRules,
  optionsIn: (query: URLSearchParams) => Options,
  parametersOf: (options: Options) => Readonly<Record<string, string>>,
) {
  const search = useSearch();
  const asked = useMemo(() => optionsIn(new URLSearchParams(search)), [optionsIn, search]);
  const [options, setOptions] = useState(asked);
  const [shown, setShown] = useState(asked);
  // Only when the address changes: until then, the fields may hold what was typed before the script was loaded.
  if (shown !== asked) {
    setShown(asked);
    setOptions(asked);
  }
  const more = useMemo(() => parametersOf(options), [parametersOf, options]);
  const rules = useMemo(() => ({ ...fieldRules, more }), [fieldRules, more]);
  return { options, setOptions, asked, rules };
}
