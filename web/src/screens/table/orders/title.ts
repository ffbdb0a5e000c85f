// The name of standing orders, which the table shows before anything else of them is loaded.

import { texts } from "../../../texts/language.ts";

export const ordersTitle = texts({
  en: { orders: "Standing orders" },
  ru: { orders: "Распоряжения" },
  fr: { orders: "Consignes" },
});
