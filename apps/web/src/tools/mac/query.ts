import { mac, macVendorSearch, type Reading } from '@sonde/contract';
import { ask, askCall } from '../../browser/api/ask.ts';
import type { LookupOptions } from '../lookup/lookup-options.ts';

export type MacAnswer = Reading<typeof mac.answer>;

/** Never retried: the answer comes from the server's own data. */
export function macLookup(address: string): LookupOptions<MacAnswer> {
  return {
    queryKey: ['mac', address],
    queryFn: ({ signal, fresh }) => ask(mac, { mac: address, ...fresh }, signal),
    retry: false,
  };
}

export type VendorAnswer = Reading<typeof macVendorSearch.answer>;

export function vendorSearch(name: string, page: number): LookupOptions<VendorAnswer> {
  return {
    queryKey: ['mac', name, 'vendor', page],
    queryFn: ({ signal }) => askCall(mac, macVendorSearch, { q: name, page: String(page) }, signal),
    retry: false,
  };
}
