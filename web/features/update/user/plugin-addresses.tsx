import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { CopyButton } from "../../../components/copy-button.tsx";
import { loadSiteConfig } from "../../../lib/site-config.ts";

const addressList = z.array(z.string());

/** From the site's settings; `undefined` until they are there, empty when they cannot be had. */
function usePluginAddresses(): readonly string[] | undefined {
  const { data, isError } = useQuery({
    queryKey: ["plugin-addresses"],
    queryFn: async () => addressList.parse((await loadSiteConfig()).pluginAddresses),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isError ? [] : data;
}

/** The fixed addresses that the plugin's server calls from (specification section 2, /update). */
export function PluginAddresses() {
  const addresses = usePluginAddresses();
  if (addresses?.length === 0)
    return (
      <Box component="p" sx={{ mb: 2 }}>
        プラグインのIPアドレスを表示できませんでした。画面を読み込み直してください。
      </Box>
    );
  return (
    <Box sx={{ p: 2, mb: 2, borderRadius: 1, bgcolor: "background.default" }}>
      <Box component="p" sx={{ mb: 1 }}>
        kintoneでBasic認証やIPアドレス制限をお使いの場合は、プラグインが使用する次の2つのIPアドレスからの接続を許可してください。
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", minHeight: 88 }}>
        {addresses?.map((address) => (
          <Box component="li" key={address} sx={{ display: "flex", alignItems: "center", gap: 1 }}>
            <Box component="code" sx={{ fontSize: "1rem" }}>
              {address}
            </Box>
            <CopyButton text={address} label={`${address}をコピー`} />
          </Box>
        ))}
      </Box>
    </Box>
  );
}
