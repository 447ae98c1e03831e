import { places } from '@sonde/contract/places/places';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../browser/api/ask.ts';
import { queryClient } from '../../browser/api/query-client.ts';
import { siteConfig } from '../../browser/site-config.ts';

/** The places of this server; not asked for where it has none. */
export function usePlaces() {
  return useQuery(
    {
      queryKey: ['places'],
      queryFn: ({ signal }) => ask(places, {}, signal),
      retry: false,
      enabled: siteConfig.places === true,
    },
    queryClient,
  );
}
