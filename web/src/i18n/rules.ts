/* Texts of the rules pages; loaded with them. The rules themselves are in docs/rules. */
export const rules = {
  en: {
    "rules.exactly": "The rule, word for word",
    "rules.table": "Table",
    "rules.numbered": "Every rule, word for word",
  } as Record<string, string>,
  de: {
    "rules.exactly": "Die Regel im Wortlaut",
    "rules.table": "Tabelle",
    "rules.numbered": "Alle Regeln im Wortlaut",
  } as Record<string, string>,
};
