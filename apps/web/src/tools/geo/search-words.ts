/** Further words by which people look for the tool in the palette. */
export const searchWords =
  'my ip address location where country city map provider isp network asn as number geolocation';
