import type { Catalogue } from "../agent-world.ts";

/** A catalogue in which some tools are described in other words. */
export function withDescriptions(
  catalogue: Catalogue,
  descriptions: Readonly<Record<string, string>>,
): Catalogue {
  if (Object.keys(descriptions).length === 0) return catalogue;
  const renamed = <Offer extends { readonly name: string; readonly description: string }>(
    offer: Offer,
  ): Offer =>
    Object.hasOwn(descriptions, offer.name)
      ? { ...offer, description: descriptions[offer.name] ?? offer.description }
      : offer;
  return {
    ...catalogue,
    offer(name) {
      const offer = catalogue.offer(name);
      return offer === undefined ? undefined : renamed(offer);
    },
    offerAll(names, merits) {
      const offers = catalogue.offerAll(names, merits);
      return { ...offers, tools: offers.tools.map(renamed) };
    },
  };
}
