import type { Catalogue } from "../agent-world.ts";

/** A catalogue in which some tools have other descriptions. */
export function withDescriptions(
  catalogue: Catalogue,
  descriptions: Readonly<Record<string, string>>,
): Catalogue {
  if (Object.keys(descriptions).length === 0) return catalogue;
  const redescribe = <Offer extends { readonly name: string; readonly description: string }>(
    offer: Offer,
  ): Offer =>
    Object.hasOwn(descriptions, offer.name)
      ? { ...offer, description: descriptions[offer.name] ?? offer.description }
      : offer;
  return {
    ...catalogue,
    offer(name) {
      const offer = catalogue.offer(name);
      return offer === undefined ? undefined : redescribe(offer);
    },
    offerAll(names, merits) {
      const offers = catalogue.offerAll(names, merits);
      return { ...offers, tools: offers.tools.map(redescribe) };
    },
  };
}
