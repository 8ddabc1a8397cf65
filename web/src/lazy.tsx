/* Parts that are seldom needed are loaded when somebody comes to them. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "./i18n";

export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function Lazy(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(null);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      load().then((part) => setPart(() => part), () => setFailed(true));
    }, []);
    return Part ? <Part {...props} /> : <p role="status">{t(failed ? "unreachable" : "loading")}</p>;
  };
}
