/** Further words by which people look for the tool in the palette. */
export const searchWords =
  'nameserver name servers records a aaaa mx txt caa ptr reverse resolver propagation-check changed-records zone';
