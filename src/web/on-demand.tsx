import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useState } from "react";

/**
 * A component whose code is loaded when it is first shown. React's `lazy` holds its placeholder for 300 ms, even when the
 * code is there at once; this one shows the component as soon as it can.
 *
 * @param load - if it fails, the component throws, and the next one that is mounted loads again.
 * @param placeholder - shown until then; nothing by default.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function OnDemand(props: Props) {
    const [View, setView] = useState(() => loaded);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useEffect(() => {
      if (View) return;
      load().then(
        (found) => {
          loaded = found;
          setView(() => found);
        },
        (error: unknown) => setFailure({ error }),
      );
    }, [View]);
    if (failure) throw failure.error;
    return View ? <View {...props} /> : placeholder;
  };
}
